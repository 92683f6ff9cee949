/** The form of one row, made from the columns of a model. */

const OTHER = '(any other)';
const STEPS = 200;

/** What does not count around a cell, as in Java's `Blanks`: other characters than those of `trim`. */
const BLANK = '[\\0- \\x85\\xa0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]';
const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g');

/** A text without the blanks around it. */
export function stripped(text) {
  return text.replace(AROUND, '');
}

/** A number in few digits, but with all digits in front of the point. */
export function shown(value, digits = 5) {
  if (value === null || value === undefined) {
    return '–';
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? '∞' : '−∞';
  }
  const whole = Math.min(15, Math.floor(Math.log10(Math.abs(value))) + 1);
  return String(Number(value.toPrecision(Math.max(digits, whole)))).replace('-', '−');
}

/** A share in percent, to a tenth. */
export const percent = (share) => `${Number((100 * share).toFixed(1))} %`;

/** An element with text. */
export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
}

/** Where values of a column of numbers mostly lie: two standard deviations, as far as there were training rows. */
export function range(column) {
  const [least, greatest] = column.training_range ?? [column.lower ?? -Infinity, column.upper ?? Infinity];
  const low = Math.max(least, column.mean - 2 * column.scale);
  const high = Math.min(greatest, column.mean + 2 * column.scale);
  // A model that was trained further keeps the mean of its first rows: the later ones may lie elsewhere.
  return low < high ? [low, high] : [least, greatest];
}

function typical(column) {
  if (column.texts) {
    return column.texts[0] ?? null;
  }
  return Number(column.mean.toPrecision(4));
}

/** What the model takes a number for, if not for itself: it clips numbers to the bounds of their column. */
export function clipped(column, value) {
  if (column.texts || typeof value !== 'number' || Number.isNaN(value)) {
    return null;
  }
  const cell = Math.fround(value);
  if (column.lower !== null && cell < Math.fround(column.lower)) {
    return column.lower;
  }
  return column.upper !== null && cell > Math.fround(column.upper) ? column.upper : null;
}

/** What to say of a number that training rows do not cover; nothing of others. */
export function farOut(column, value) {
  const taken = clipped(column, value);
  const [least, greatest] = column.training_range ?? [-Infinity, Infinity];
  const cell = Math.fround(value);
  const outside = typeof value === 'number' && (cell < Math.fround(least) || cell > Math.fround(greatest));
  const words = outside ? `Training values range from ${shown(least)} to ${shown(greatest)}.` : '';
  return taken === null ? words : `${words} Beyond the bounds: the model uses ${shown(taken)}.`.trim();
}

function numberField(column, id) {
  const [low, high] = range(column);
  const step = Number(((high - low) / STEPS || 1).toPrecision(1));
  const input = element('input', null, {
    type: 'number', id, step: 'any', inputmode: 'decimal',
    placeholder: column.may_be_missing ? 'missing' : '',
    title: `Usually from ${shown(low)} to ${shown(high)}`, 'aria-describedby': `${id}-note`,
  });
  input.required = !column.may_be_missing;
  const note = element('p', null, { class: 'warning', id: `${id}-note`, role: 'status' });
  const look = () => {
    note.textContent = input.value === '' ? '' : farOut(column, Number(input.value));
  };
  const slider = element('input', null, {
    type: 'range', min: low, max: high, step, 'aria-label': `${column.name}, slider`,
  });
  slider.addEventListener('input', () => {
    input.value = Number(Number(slider.value).toPrecision(6));
    look();
  });
  input.addEventListener('input', () => {
    slider.value = input.value;
    look();
  });
  return {
    parts: [input, slider, note],
    read: () => (input.value === '' ? null : Number(input.value)),
    write: (value) => {
      input.value = value ?? '';
      slider.value = value ?? column.mean;
      look();
    },
  };
}

function textField(column, id) {
  const select = element('select', null, { id });
  column.texts.forEach((text) => select.append(new Option(text, text)));
  if (column.other_texts) {
    select.append(new Option(OTHER, OTHER));
  }
  if (column.may_be_missing) {
    select.append(new Option('missing', ''));
  }
  return {
    parts: [select],
    read: () => (select.value === '' ? null : select.value),
    write: (value) => {
      const text = value ?? '';
      if (![...select.options].some((option) => option.value === text)) {
        select.append(new Option(text, text));
      }
      select.value = text;
    },
  };
}

/** The form of the dates is that of the suggestions. */
function dateField(column, id) {
  const input = element('input', null, {
    type: 'text', id, list: `${id}-dates`, placeholder: column.may_be_missing ? 'missing' : '',
    title: `A date such as ${column.texts[0]}`,
  });
  input.required = !column.may_be_missing;
  const dates = element('datalist', null, { id: `${id}-dates` });
  column.texts.forEach((text) => dates.append(new Option(text, text)));
  return {
    parts: [input, dates],
    read: () => stripped(input.value) || null,
    write: (value) => {
      input.value = value ?? '';
    },
  };
}

function fieldOf(column, id) {
  if (column.kind === 'date') {
    return dateField(column, id);
  }
  return column.texts ? textField(column, id) : numberField(column, id);
}

/** The fields of one row. */
export class RowForm {
  constructor(place, columns) {
    this.fields = columns.map((column, i) => {
      const id = `field-${i}`;
      const field = fieldOf(column, id);
      const box = element('div', null, { class: 'field' });
      box.append(element('label', column.name, { for: id, title: column.description }), ...field.parts);
      return { column, box, ...field };
    });
    place.replaceChildren(...this.fields.map((field) => field.box));
    this.reset();
  }

  reset() {
    this.fields.forEach((field) => field.write(typical(field.column)));
  }

  /** The row by column names; a missing cell is left out. */
  read() {
    const row = {};
    for (const { column, read } of this.fields) {
      const value = read();
      if (value !== null) {
        row[column.name] = value;
      }
    }
    return row;
  }

  /** Fills in what a row has. */
  write(row) {
    for (const { column, write } of this.fields) {
      if (column.name in row) {
        write(row[column.name]);
      } else if (column.may_be_missing) {
        write(null);
      }
    }
  }
}
