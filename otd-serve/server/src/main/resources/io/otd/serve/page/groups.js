/** Coverage in groups of rows. */
import { element, percent } from './form.js';

const at = (id) => document.getElementById(id);

function line(group) {
  const made = element('tr');
  const held = group.coverage >= group.low && group.coverage <= group.high;
  made.append(
    element('td', group.group),
    element('td', `${group.rows}`),
    element('td', percent(group.coverage), { class: held ? '' : 'warning' }),
    element('td', `${percent(group.low)} to ${percent(group.high)}`),
    element('td', group.conformal === null ? '–' : percent(group.conformal)),
  );
  return made;
}

/**
 * Shows the groups at one level; nothing if the server divides no rows.
 *
 * @param levels coverage_by_group of a target
 */
export function show(levels, level) {
  const by = levels?.find((of) => of.level === level);
  at('groups').hidden = !by;
  if (!by) {
    return;
  }
  at('groups-status').textContent = by.sentence;
  const head = element('tr');
  [by.column, 'Observed', `Covered at ${percent(level)}`, 'By chance', 'Conformal'].forEach((name) => head.append(element('th', name, { scope: 'col' })));
  const table = element('table');
  table.append(head, ...by.groups.map(line));
  at('groups-table').replaceChildren(table);
}
