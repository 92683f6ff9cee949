/** Whether the rows that clients ask for look like the training rows. */
import { element, percent, shown } from './form.js';

const at = (id) => document.getElementById(id);
const KINDS = { input: '', mean: ', predicted mean', std: ', predicted standard deviation' };

/** The greatest excess over its threshold first. */
const excess = (feature, report) =>
  Math.max((feature.psi ?? 0) / report.psi_threshold, (feature.ks ?? 0) / report.ks_threshold);

function number(value, threshold, chance) {
  const high = value !== null && value >= threshold && value > chance;
  return element('td', value === null ? '–' : shown(value, 2), {
    class: high ? 'warning' : '', title: value === null ? '' : `threshold ${threshold}, by chance up to ${shown(chance, 2)}`,
  });
}

function table(report) {
  const made = element('table');
  const head = element('tr');
  ['Column', 'PSI', 'KS', 'Missing', 'in training'].forEach((name) => head.append(element('th', name, { scope: 'col' })));
  made.append(head);
  const features = [...report.features].sort((a, b) => excess(b, report) - excess(a, report));
  features.filter((feature) => feature.rows > 0).forEach((feature) => {
    const line = element('tr');
    line.append(
      element('td', `${feature.name}${KINDS[feature.of]}${feature.drifted ? ' ⚠' : ''}`, { class: feature.drifted ? 'warning' : '' }),
      number(feature.psi, report.psi_threshold, feature.psi_chance),
      number(feature.ks, report.ks_threshold, feature.ks_chance),
      element('td', percent(feature.missing)),
      element('td', percent(feature.training_missing)),
    );
    made.append(line);
  });
  return made;
}

/** Shows a report; nothing if the training rows are not known. */
export function show(report) {
  at('drift').hidden = report === null;
  if (report === null) {
    return;
  }
  if (report.rows === 0) {
    at('drift-table').hidden = true;
    at('drift-status').textContent = 'No rows of clients yet. A sample of them is compared with the '
      + `${report.training_rows} training rows; rows of this page are not.`;
    return;
  }
  const comparable = report.features.some((feature) => feature.psi !== null);
  at('drift-table').hidden = !comparable;
  const drifted = report.features.filter((feature) => feature.drifted).length;
  at('drift-status').textContent = (comparable
    ? `The latest ${report.rows} sampled rows, compared with ${report.training_rows} training rows: `
      + `${drifted === 0 ? 'nothing has' : drifted === 1 ? '1 has' : `${drifted} have`} drifted; `
    : `${report.rows} sampled rows, too few to compare with the ${report.training_rows} training rows: at least 100 are needed; `)
    + `${report.outside_rows === 1 ? '1 row lies' : `${report.outside_rows} rows lie`} outside the range of the training rows.`;
  at('drift-table').replaceChildren(table(report));
}
