/** Rows of a CSV file: read, shown with their predictions, saved. */
import { element, shown, stripped } from './form.js';

/** Rows that the table has at most; the saved file has all. */
export const SHOWN = 500;

const SEPARATORS = ['\t', ';', '|', ','];
const HEAD = 10;
/** As the command line takes them, in any case of letters. */
const MISSING = ['', 'na', 'n/a', '#n/a', 'nan', 'null', '?'];
/** Their places are the numbers that they mean. */
const TRUTHS = ['false', 'true'];
/** What float32 can hold: the network computes in it. */
const LARGEST = 3.4028234663852886e38;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const WITH_POINT = /^[+-]?\d*\.\d+([eE][+-]?\d+)?$/;
/** Three digits behind the comma may be thousands. */
const WITH_COMMA = /^[+-]?\d*,(\d{1,2}|\d{4,})([eE][+-]?\d+)?$/;
const POINT_GROUPS = /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;
const COMMA_GROUPS = /^[+-]?[1-9]\d{0,2}(,\d{3}(,\d{3})+(\.\d*)?|,\d{3}\.\d*)$/;

/** The text of a file: UTF-8 or UTF-16, else Windows' letters of western Europe. */
export function decoded(bytes) {
  const [a, b] = new Uint8Array(bytes);
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    return new TextDecoder(a === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads cells (RFC 4180) and the line that each row begins in, as far as `most` rows. */
function split(text, separator, most = Infinity) {
  const rows = [];
  const lines = [];
  let row = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let begun = 1;
  const end = () => {
    row.push(cell);
    if (row.length > 1 || stripped(row[0]) !== '') {
      rows.push(row);
      lines.push(begun);
    }
    row = [];
    cell = '';
  };
  for (let i = 0; i < text.length && rows.length < most; i++) {
    const c = text[i];
    line += c === '\n' ? 1 : 0;
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') {
        cell += c;
        i++;
      } else if (c === '"') {
        quoted = false;
      } else {
        cell += c;
      }
    } else if (c === '"') {
      quoted = true;
    } else if (c === separator) {
      row.push(cell);
      cell = '';
    } else if (c === '\n') {
      cell = cell.replace(/\r$/, '');
      end();
      begun = line;
    } else {
      cell += c;
    }
  }
  if (quoted) {
    throw new Error(`line ${begun}: a quote is not closed.`);
  }
  if (rows.length < most && (cell !== '' || row.length)) {
    end();
  }
  return { rows, lines };
}

/** The separator that the first line has, and as often most of the next lines; of several the rarest elsewhere. */
function separatorOf(head) {
  let best = ',';
  let most = 0;
  for (const separator of SEPARATORS) {
    const [first, ...next] = separated(head, separator);
    const same = first > 1 ? 1 + next.filter((size) => size === first).length : 0;
    if (same > most) {
      most = same;
      best = separator;
    }
  }
  return best;
}

function separated(head, separator) {
  try {
    return split(head, separator, HEAD).rows.map((row) => row.length);
  } catch { // The head may end within quotes.
    return [0];
  }
}

/** Whether the first rows have decimal commas, and no decimal points. */
function hasCommas(rows) {
  const cells = rows.flat().map((cell) => stripped(cell));
  const grouped = (cell) => POINT_GROUPS.test(cell);
  return !cells.some((cell) => WITH_POINT.test(cell) && !grouped(cell))
    && cells.some((cell) => WITH_COMMA.test(cell) || (grouped(cell) && cell.includes(',')));
}

/** Reads a table as the command line does: separator and decimal mark are found out. */
export function parse(text) {
  const clean = text.replace(/^\ufeff/, '');
  const separator = separatorOf(clean);
  const { rows: [names = [], ...cells], lines } = split(clean, separator);
  if (cells.length === 0) {
    throw new Error('no rows below the first line.');
  }
  const mark = separator !== ',' && hasCommas(cells.slice(0, HEAD)) ? ',' : '.';
  return { names: names.map((name) => stripped(name)), cells, lines: lines.slice(1), separator, mark };
}

/** The number of a cell, of true and false 1 and 0; NaN if it is none. */
function number(text, mark) {
  if (TRUTHS.includes(text)) {
    return TRUTHS.indexOf(text);
  }
  const grouped = (mark === ',' ? POINT_GROUPS : COMMA_GROUPS).test(text);
  const whole = grouped ? text.replaceAll(mark === ',' ? '.' : ',', '') : text;
  if (mark === ',' && !grouped && whole.includes('.')) {
    return NaN;
  }
  const plain = whole.replace(mark, '.');
  const value = PLAIN.test(plain) ? Number(plain) : NaN;
  return Math.abs(value) <= LARGEST ? value : NaN;
}

/** A text without the unit of its column, which stands before the number or behind it. */
function bare(text, unit) {
  const sign = /^[+-]/.test(text) ? text[0] : '';
  const rest = text.slice(sign.length);
  if (stripped(rest) !== rest) {
    return text;
  }
  if (unit !== '%' && rest.startsWith(unit)) {
    return sign + stripped(rest.slice(unit.length));
  }
  return rest.endsWith(unit) ? sign + stripped(rest.slice(0, -unit.length)) : text;
}

/** The number of a cell that may have a unit; NaN if it is none, or has another. */
function quantity(text, mark, unit) {
  const value = number(text, mark);
  const plain = unit && Number.isNaN(value) ? bare(text, unit) : text;
  return plain === text || TRUTHS.includes(plain) ? value : number(plain, mark);
}

/** A number in its shortest form, as a column of codes is trained: 12.0 is 12. Any other text stays. */
function code(text, mark) {
  const value = TRUTHS.includes(text) ? NaN : number(text, mark);
  return Number.isNaN(value) ? text : String(value);
}

/** The rows of a file by column names, as the model's columns want them. */
export function modelRows({ names, cells, lines, mark }, columns) {
  const places = columns.map((column) => names.indexOf(column.name));
  const missing = columns.filter((column, i) => places[i] < 0 && !column.may_be_missing);
  if (missing.length) {
    throw new Error(`no column${missing.length > 1 ? 's' : ''} ${missing.map((c) => `"${c.name}"`).join(', ')} (the file has: ${names.join(', ')}).`);
  }
  const codes = columns.map((column) => column.texts?.every((text) => text === '' || String(Number(text)) === text));
  return cells.map((row, r) => {
    if (row.length !== names.length) {
      throw new Error(`line ${lines[r]}: ${row.length} cells (expected: ${names.length}, as in the first line).`);
    }
    const made = {};
    columns.forEach((column, i) => {
      const text = places[i] < 0 ? '' : stripped(row[places[i]]);
      if (MISSING.includes(text.toLowerCase()) && !column.texts?.includes(text)) {
        return;
      }
      const value = column.texts ? (codes[i] ? code(text, mark) : text) : quantity(text, mark, column.unit);
      if (Number.isNaN(value)) {
        const expected = column.unit ? `a number in ${column.unit}, as in training` : 'a number';
        throw new Error(`line ${lines[r]}, column "${column.name}": "${text}" (expected: ${expected}).`);
      }
      made[column.name] = value;
    });
    return made;
  });
}

/** Of each target that the file has: its name and, by row, the number or NaN. */
export function truths({ names, cells, mark }, targets) {
  return targets.filter(({ name }) => names.includes(name)).map(({ name, unit }) => {
    const place = names.indexOf(name);
    return { name, values: cells.map((row) => quantity(stripped(row[place]), mark, unit)) };
  }).filter(({ values }) => values.some((value) => !Number.isNaN(value)));
}

/** Continuous ranked probability score of draws, without bias for their number: E|Y - y| - E|Y - Y'| / 2. */
function crps(draws, y) {
  const sorted = [...draws].sort((a, b) => a - b);
  const n = sorted.length;
  const fit = sorted.reduce((sum, draw) => sum + Math.abs(draw - y), 0) / n;
  const apart = sorted.reduce((sum, draw, i) => sum + (2 * i - n + 1) * draw, 0) / (n * (n - 1));
  return fit - (n > 1 ? apart : 0);
}

/** How well a target was predicted, in a sentence. */
export function scored({ name, values }, predictions, level) {
  const rows = values.map((value, i) => [value, predictions[i][name]]).filter(([value]) => !Number.isNaN(value));
  const mean = (of) => rows.reduce((sum, [value, law]) => sum + of(value, law), 0) / rows.length;
  // The ends are float32 numbers in their shortest form: all are compared as such.
  const covered = mean((y, { intervals: [[low, high]] }) =>
    (Math.fround(y) >= Math.fround(low) && Math.fround(y) <= Math.fround(high) ? 1 : 0));
  return `Of ${rows.length} rows with ${name}, the ${shown(level * 100)}\u00a0% intervals cover ${shown(Math.round(covered * 1000) / 10)}\u00a0%; `
    + `mean absolute error ${shown(mean((y, law) => Math.abs(law.mean - y)))}, CRPS ${shown(mean((y, law) => crps(law.draws, y)))}.`;
}

/** What was predicted of the rows: names of the numbers, and of each row the numbers and the columns outside the training range. */
export function predicted(read, predictions, outside, targets, level) {
  const parts = ['mean', 'std', `lower_${level}`, `upper_${level}`];
  const alone = targets.length === 1 && !parts.some((part) => read.names.includes(part));
  return {
    names: targets.flatMap((target) => parts.map((part) => (alone ? part : `${target}:${part}`))),
    numbers: predictions.map((row) => targets.flatMap((target) => {
      const { mean, std, intervals } = row[target];
      return [mean, std, ...intervals[0]];
    })),
    outside: predictions.map((_, i) => [...new Set([...outside[i]?.columns ?? [], ...outside[i]?.clipped ?? []])]),
    clipped: predictions.map((_, i) => outside[i]?.clipped ?? []),
  };
}

/** Puts rows and predictions into a table; a press on a row's button gives its place to `use`. */
export function show(place, read, { names, numbers, outside, clipped }, inputs, use) {
  const table = element('table');
  const head = element('tr');
  const known = new Set(inputs.map((column) => column.name));
  ['Row', ...read.names, ...names].forEach((name) => head.append(element('th', name, { scope: 'col' })));
  table.append(head);
  read.cells.slice(0, SHOWN).forEach((cells, i) => {
    const line = element('tr');
    const name = element('td');
    const button = element('button', String(i + 1), { type: 'button', class: 'plain', title: 'Into the form' });
    button.addEventListener('click', () => use(i));
    name.append(button);
    line.append(name);
    cells.forEach((text, c) => {
      const far = outside[i].includes(read.names[c]);
      const cell = element('td', text, { class: far ? 'warning' : known.has(read.names[c]) ? '' : 'soft' });
      if (far) {
        cell.title = clipped[i].includes(read.names[c])
          ? 'Beyond the bounds of the column: taken as the bound' : 'Outside the range of the training rows';
        cell.append(' ⚠');
      }
      line.append(cell);
    });
    numbers[i].forEach((value) => line.append(element('td', shown(value), { class: 'predicted' })));
    table.append(line);
  });
  place.replaceChildren(table);
}

/** The file with its predictions, in its own separator and decimal mark. */
export function csv({ names, cells, separator, mark }, predictions) {
  const quote = (text) => (/["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text);
  const number = (value) => String(value ?? '').replace('.', mark);
  const head = [...names, ...predictions.names, 'outside'];
  const lines = cells.map((row, i) =>
    [...row, ...predictions.numbers[i].map(number), predictions.outside[i].join(', ')]);
  return [head, ...lines].map((line) => line.map(quote).join(separator)).join('\r\n') + '\r\n';
}
