/** What the server is asked. Every failure is an Error with the server's own words. */

/** Reads JSON that may have bare NaN and Infinity, as the server writes them unless told otherwise. */
export function parse(text) {
  const strict = text.replace(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (found) =>
    found === 'Infinity' ? '1e999' : found === '-Infinity' ? '-1e999' : found === 'NaN' ? 'null' : found);
  return JSON.parse(strict);
}

const KEY = 'api-key';

/** Whether requests bring an API key. */
export const hasKey = () => sessionStorage.getItem(KEY) !== null;

/** The key that requests bring from now on, until this tab is closed. */
export function useKey(key) {
  sessionStorage.setItem(KEY, key);
}

async function answer(path, options) {
  const headers = hasKey() ? { 'x-api-key': sessionStorage.getItem(KEY) } : {};
  const response = await fetch(path, { ...options, headers });
  const text = await response.text();
  let value;
  try {
    value = parse(text);
  } catch {
    value = { error: `${response.status} ${response.statusText}` };
  }
  if (!response.ok) {
    const failure = new Error(value.error ?? `${response.status}`);
    failure.status = response.status;
    throw failure;
  }
  return { value, text };
}

const get = (path) => answer(path, {});
const post = (path, body) =>
  answer(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

function address(model, version) {
  const name = `/v1/models/${encodeURIComponent(model)}`;
  return version ? `${name}/versions/${version}` : name;
}

/** The names of all models. */
export async function models() {
  return (await get('/v1/models')).value.models;
}

/** The versions of a model that answer, newest first. */
export async function versions(model) {
  const { value } = await get(address(model));
  return value.model_version_status.filter((v) => v.state === 'AVAILABLE').map((v) => v.version);
}

/** The columns of a model of OTD's; null for any other. */
export async function schema(model, version) {
  try {
    return (await get(`${address(model, version)}:schema`)).value;
  } catch (failure) {
    if (failure.status === 400) {
      return null;
    }
    throw failure;
  }
}

/** The signatures of any model. */
export async function signatures(model, version) {
  const { value } = await get(`${address(model, version)}/metadata`);
  return value.metadata.signature_def.signature_def;
}

/** Distributions of rows. */
export async function distribution(model, version, request) {
  return (await post(`${address(model, version)}:distribution`, request)).value;
}

/** How predictions did; what the server says instead where it remembers none. */
export async function monitor(model, version) {
  try {
    return (await get(`${address(model, version)}:monitor`)).value;
  } catch (failure) {
    if (failure.status === 400) {
      return { off: failure.message };
    }
    throw failure;
  }
}

/** The answer of a signature, as text. */
export async function predict(model, version, body) {
  return (await post(`${address(model, version)}:predict`, body)).text;
}
