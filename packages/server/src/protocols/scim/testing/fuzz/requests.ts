import type { RandomChoices } from '../../../../testing/random-choices.ts'
import { bodyBytes, listParameters, patch, resource, search } from './bodies.ts'
import { largeRequests } from './large.ts'
import { idIn, textIn, type Names } from './names.ts'
import { chance, mutated, oddText, some } from './texts.ts'
import type { FuzzRequest } from './wire.ts'

/** One request. With the same choices and other names, only the names differ. */
export function fuzzRequest(choices: RandomChoices, names: Names): FuzzRequest {
  if (chance(choices, 0.01)) return choices.oneOf(largeRequests(choices, names))()
  const kind = choices.oneOf(['Users', 'Groups'] as const)
  const one = () => `/${kind}/${segment(choices, idIn(choices, names, kind))}`
  const all = chance(choices, 0.85) ? kind : undefined
  const list = all === undefined ? '' : `/${all}`
  // Enough users and groups stay, and not so many that lists become slow.
  const deleted =
    (kind === 'Users' ? names.userIds : names.groupIds).length > 60 ? ['DELETE', 'DELETE', 'DELETE'] : ['DELETE']
  const verb = choices.oneOf([
    'LIST',
    'LIST',
    'LIST',
    'SEARCH',
    'SEARCH',
    'GET',
    'POST',
    'POST',
    'PUT',
    'PATCH',
    'PATCH',
    'PATCH',
    ...(chance(choices, 0.5) ? deleted : []),
    'ODD',
  ])
  switch (verb) {
    case 'LIST':
      return disturbed(choices, names, {
        method: 'GET',
        address: list + query(choices, listParameters(choices, names, all)),
      })
    case 'SEARCH':
      return disturbed(choices, names, {
        method: 'POST',
        address: `${list}/.search`,
        json: search(choices, names, all),
      })
    case 'POST':
      return disturbed(choices, names, {
        method: 'POST',
        address: `/${kind}${selection(choices, names)}`,
        json: resource(choices, names, kind),
      })
    case 'PUT':
      return disturbed(choices, names, {
        method: 'PUT',
        address: one() + selection(choices, names),
        json: resource(choices, names, kind),
      })
    case 'PATCH':
      return disturbed(choices, names, {
        method: 'PATCH',
        address: one() + selection(choices, names),
        json: patch(choices, names, kind),
      })
    case 'GET':
    case 'DELETE':
      return disturbed(choices, names, { method: verb, address: one() + selection(choices, names) })
    default:
      return disturbed(choices, names, odd(choices, names, one))
  }
}

type Plain = { readonly method: string; readonly address: string; readonly json?: unknown }

/** Addresses and methods that do not exist, and the documents of discovery. */
function odd(choices: RandomChoices, names: Names, one: () => string): Plain {
  const document = choices.oneOf([
    'ServiceProviderConfig',
    'ResourceTypes',
    'Schemas',
    'Me',
    'Bulk',
    'users',
    '__proto__',
    'constructor',
    '.search',
  ])
  const tail = choices.oneOf([
    '',
    '',
    '/',
    '/User',
    '/urn:ietf:params:scim:schemas:core:2.0:User',
    `/${segment(choices, oddText(choices))}`,
  ])
  const address = choices.oneOf([
    () => `/${document}${tail}`,
    () => `/${document}${tail}${query(choices, listParameters(choices, names, undefined))}`,
    () => `${one()}/${segment(choices, oddText(choices))}`,
    () => `${one()}/.search`,
    () => `${one()}/..${choices.oneOf(['', '/', '/..', '/%2e%2e/%2e%2e', '/../../../../api/portal/principal'])}`,
    () => `//${choices.oneOf(['', '/Users', '\\..\\', '%2f', '%5c..', ';a=b', '?', '??filter=x', '#x'])}`,
    () => `/${mutated(one(), choices)}`,
  ])()
  const methods = [
    'GET',
    'GET',
    'GET',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'PROPFIND',
    'LOCK',
    'PURGE',
    'M-SEARCH',
    'LINK',
    'NONE',
    'G-T',
  ]
  const method = choices.oneOf(methods)
  return {
    method,
    address,
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? { json: resource(choices, names, 'Users') } : {}),
  }
}

/** With odd headers and another place in some requests. */
function disturbed(choices: RandomChoices, names: Names, { method, address, json }: Plain): FuzzRequest {
  const body = json === undefined ? (chance(choices, 0.01) ? Buffer.from('{}') : undefined) : bodyBytes(choices, json)
  const { oneOf } = choices
  const tag = () =>
    oneOf([
      '*',
      'W/"1"',
      '"1"',
      '"2"',
      'W/"9"',
      'w/"1"',
      '"1',
      '',
      ',',
      '"1", *',
      'W/',
      oddText(choices),
      textIn(choices, names),
    ])
  const usual = oneOf(['application/scim+json', 'application/json', 'application/scim+json; charset=utf-8'])
  const type = chance(choices, 0.97)
    ? usual
    : oneOf([
        'text/plain',
        '',
        'application/scim+json;',
        'APPLICATION/JSON',
        'application/json, text/html',
        'multipart/form-data; boundary=x',
        oddText(choices),
      ])
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type }
  if (chance(choices, 0.05)) headers['if-match'] = tag()
  if (chance(choices, 0.08)) headers['if-none-match'] = tag()
  if (chance(choices, 0.05)) headers['user-agent'] = oneOf(['Okta SCIM Client 1.0.0', oddText(choices)])
  if (chance(choices, 0.02)) headers['x-request-id'] = oddText(choices)
  if (chance(choices, 0.02)) headers['accept'] = oneOf(['text/html', oddText(choices)])
  if (chance(choices, 0.01)) headers['content-encoding'] = 'gzip'
  if (chance(choices, 0.01)) headers['x-http-method-override'] = 'DELETE'
  if (chance(choices, 0.02))
    headers['authorization'] = oneOf([
      '',
      'Bearer',
      'Bearer x',
      'Basic eDp5',
      `Bearer ${' '.repeat(9_000)}x`,
      `Bearer scim_${oddText(choices)}`,
    ])
  return { method, address: sendable(address), headers: latin(headers), body, ...place(choices, names) }
}

function place(choices: RandomChoices, { providerId, otherProviderIds }: Names): { readonly place?: string } {
  if (chance(choices, 0.94)) return {}
  const other = choices.oneOf(otherProviderIds)
  const own = choices.oneOf([
    () => other,
    () => other,
    () => other.toUpperCase(),
    () => `${other}%20`,
    () => `${providerId}/../${other}`,
    () => `${other}/../${providerId}`,
    () => `${providerId}%2f..%2f${other}`,
    () => providerId.toUpperCase(),
    () => segment(choices, oddText(choices)),
  ])()
  return {
    place: sendable(
      choices.oneOf([
        `/scim/v2/${own}`,
        `/scim/v2/${own}`,
        `/scim/v2/${own}`,
        `/scim//v2/${own}`,
        `/SCIM/v2/${own}`,
        `/scim/${own}`,
      ]),
    ),
  }
}

/** A part of a path, encoded in one way or another. */
function segment(choices: RandomChoices, text: string): string {
  if (chance(choices, 0.9)) return percent(text)
  return choices.oneOf([
    () => percent(text).toUpperCase(),
    () => percent(percent(text)),
    () => text,
    () => `${percent(text)}%`,
    () => `${percent(text)}%00`,
    () => `%20${percent(text)}`,
    () => percent(mutated(text, choices)),
    () => [...text].map((one) => (/[a-z0-9]/.test(one) ? `%${one.charCodeAt(0).toString(16)}` : percent(one))).join(''),
  ])()
}

function selection(choices: RandomChoices, names: Names): string {
  const wanted = () => listParameters(choices, names, undefined).filter(([name]) => /ttributes$/i.test(name))
  return query(choices, [
    ...(chance(choices, 0.3) ? wanted() : []),
    ...(chance(choices, 0.1) ? ([['aadOptscim062020', '']] as const) : []),
  ])
}

function query(choices: RandomChoices, parameters: readonly (readonly [string, unknown])[]): string {
  if (parameters.length === 0) return ''
  const twice = chance(choices, 0.02) ? parameters.slice(0, 1) : []
  const text = [
    ...parameters,
    ...twice,
    ...some(choices, chance(choices, 0.03) ? 2 : 0, () => [oddText(choices), 'x'] as const),
  ]
    .map(([name, value]) => `${percent(name)}=${chance(choices, 0.97) ? percent(String(value)) : String(value)}`)
    .join('&')
  return `?${chance(choices, 0.02) ? `${text}%${choices.oneOf(['', 'z', 'ff', 'ed%a0%80'])}` : text}`
}

/** Percent-encoded UTF-8; for half of a surrogate pair, the bytes that other languages send for it. */
function percent(text: string): string {
  return [...text].map((one) => (/\p{Cs}/u.test(one) ? '%ED%A0%80' : encodeURIComponent(one))).join('')
}

/** As a request line can have it. The rest is cut: Node.js refuses more than 16 KiB of headers. */
function sendable(address: string): string {
  return address.replace(/[^\x21-\x7e]/g, (one) => percent(one)).slice(0, 12_000)
}

function latin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value
        .replace(/[^\t\x20-\x7e\xa0-\xff]/g, '?')
        .slice(0, 10_000)
        .trim(),
    ]),
  )
}
