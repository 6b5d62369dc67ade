import type { RandomChoices } from '../../../../testing/random-choices.ts'
import { isWritable } from '../../values.ts'
import type { Attribute } from '../../schemas.ts'
import { enterprise } from '../examples.ts'
import { attributeName, filterText, patchPath, typeOf } from './filters.ts'
import { idIn, textIn, type Names } from './names.ts'
import { below, chance, mutated, oddText, some } from './texts.ts'

type Kind = 'Users' | 'Groups'

/** Any JSON, with the names that JavaScript has a meaning for. */
export function anyJson(choices: RandomChoices, names: Names, depth = 2): unknown {
  const inner = () => anyJson(choices, names, depth - 1)
  return choices.oneOf<() => unknown>([
    () => textIn(choices, names),
    () => oddText(choices),
    () => choices.oneOf([null, true, false, 0, -1, 1.5, 1e308, 2 ** 53]),
    () => ({ value: idIn(choices, names, choices.oneOf(['Users', 'Groups'])) }),
    () => (depth === 0 ? [] : some(choices, 3, inner)),
    () => (depth === 0 ? {} : objectOf(some(choices, 3, () => [oddKey(choices), inner()]))),
  ])()
}

const oddKey = (choices: RandomChoices) =>
  choices.oneOf([
    () =>
      choices.oneOf([
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'value',
        'VALUE',
        'type',
        '$ref',
        '',
        'toJSON',
        'then',
      ]),
    () => attributeName(choices, typeOf('Users')),
    () => oddText(choices),
  ])()

/** Unlike in a literal, `__proto__` is an ordinary name. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries) as object
}

/** A user or group for POST and PUT. */
export function resource(choices: RandomChoices, names: Names, kind: Kind): unknown {
  if (chance(choices, 0.04)) return anyJson(choices, names)
  const type = typeOf(kind)
  const attributes = [...type.attributes, ...type.extensions.flatMap((schema) => schema.attributes)]
  const required = kind === 'Users' ? 'userName' : 'displayName'
  const name = () => (chance(choices, 0.3) ? choices.oneOf(names.others.texts) : textIn(choices, names))
  return objectOf([
    ['schemas', chance(choices, 0.05) ? anyJson(choices, names) : [type.schema.id]],
    ...(chance(choices, 0.95) ? ([[required, name()]] as const) : []),
    ...some(choices, 5, () => {
      const attribute = choices.oneOf(attributes)
      const key = chance(choices, 0.1) ? attribute.name.toLowerCase() : attribute.name
      return [key, valueFor(choices, names, attribute)] as const
    }),
    ...(chance(choices, 0.2)
      ? ([
          [enterprise, { manager: { value: idIn(choices, names, 'Users') }, department: textIn(choices, names) }],
        ] as const)
      : []),
    ...(chance(choices, 0.2) ? ([[oddKey(choices), anyJson(choices, names)]] as const) : []),
    ...(chance(choices, 0.4) ? ([['members', memberList(choices, names)]] as const) : []),
  ])
}

function valueFor(choices: RandomChoices, names: Names, attribute: Attribute): unknown {
  if (chance(choices, 0.04)) return anyJson(choices, names)
  const { type, multiValued, subAttributes, name } = attribute
  if (name === 'members') return memberList(choices, names)
  const one = (): unknown => {
    if (type === 'boolean') return choices.oneOf([true, false, 'True', 'False'])
    if (subAttributes === undefined) return textIn(choices, names)
    const subs = choices.someOf(subAttributes).filter(isWritable)
    return objectOf(subs.map((sub) => [sub.name, valueFor(choices, names, sub)]))
  }
  return multiValued ? some(choices, 3, one) : one()
}

function memberList(choices: RandomChoices, names: Names): unknown {
  const id = () => idIn(choices, names, chance(choices, 0.9) ? 'Users' : 'Groups')
  return choices.oneOf<() => unknown>([
    () => some(choices, 3, () => ({ value: id() })),
    () => names.userIds.slice(0, 3).map((value) => ({ value })),
    () => [{ $ref: null, value: id() }],
    () => [{ value: id(), display: textIn(choices, names), type: choices.oneOf(['User', 'Group', 'user']) }],
    () => ({ value: id() }),
    () => id(),
    () => [id(), id()],
    () => anyJson(choices, names),
  ])()
}

/** The body of a PATCH, in the dialects of Entra and Okta among others. */
export function patch(choices: RandomChoices, names: Names, kind: Kind): unknown {
  if (chance(choices, 0.03)) return anyJson(choices, names)
  const operations = Array.from({ length: 1 + below(choices, 3) }, () => operation(choices, names, kind))
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    [chance(choices, 0.97) ? 'Operations' : choices.oneOf(['operations', 'OPERATIONS', '__proto__'])]: chance(
      choices,
      0.99,
    )
      ? operations
      : anyJson(choices, names),
  }
}

function operation(choices: RandomChoices, names: Names, kind: Kind): unknown {
  if (chance(choices, 0.02)) return anyJson(choices, names)
  const type = typeOf(kind)
  const verb = (...verbs: string[]) => (chance(choices, 0.98) ? choices.oneOf(verbs) : anyJson(choices, names))
  const op = verb('add', 'replace', 'Add', 'Replace')
  const remove = verb('remove', 'Remove')
  const text = () => textIn(choices, names)
  const user = () => idIn(choices, names, 'Users')
  const usual: readonly (() => unknown)[] =
    kind === 'Users'
      ? [
          () => ({ op, path: 'active', value: choices.oneOf(['False', 'True', false, true]) }),
          () => ({ op, value: { active: chance(choices, 0.5) } }),
          () => ({ op, path: 'emails[type eq "work"].value', value: text() }),
          () => ({ op, path: `addresses[type eq ${JSON.stringify(text())}].country`, value: 'DE' }),
          () => ({ op, path: `${enterprise}:manager`, value: user() }),
          () => ({ op, path: enterprise, value: { department: text() } }),
          () => ({
            op,
            value: {
              'name.givenName': text(),
              [`${enterprise}:department`]: text(),
              [`${enterprise}:manager.value`]: user(),
            },
          }),
          () => ({ op, path: choices.oneOf(['userName', 'externalId', 'displayName']), value: text() }),
        ]
      : [
          () => ({ op: choices.oneOf([op, remove]), path: 'members', value: memberList(choices, names) }),
          () => ({ op, path: 'members', value: [{ value: user(), display: text() }] }),
          () => ({ op, path: `members[value eq "${user()}"]`, value: [{ value: user() }] }),
          () => ({ op: remove, path: `members[value eq "${user()}" or value eq "${user()}"]` }),
          () => ({ op, value: { id: idIn(choices, names, 'Groups'), displayName: text() } }),
          () => ({ op, value: { members: memberList(choices, names), externalId: text() } }),
        ]
  const path = () => (chance(choices, 0.95) ? patchPath(choices, names, type) : anyJson(choices, names))
  return choices.oneOf<() => unknown>([
    ...usual,
    () => ({ op, path: path(), value: text() }),
    () => ({ op, path: path(), value: anyJson(choices, names) }),
    () => ({ op, path: path(), value: valueFor(choices, names, choices.oneOf(type.attributes)) }),
    () => ({ op: remove, path: path() }),
    () => ({ op: remove, path: path(), value: anyJson(choices, names) }),
    () => ({ op, value: resource(choices, names, kind) }),
    () =>
      objectOf([
        ['op', op],
        [oddKey(choices), anyJson(choices, names)],
        ['value', anyJson(choices, names)],
      ]),
  ])()
}

/** Parameters of a list, for an address or a body of `.search`. */
export function listParameters(choices: RandomChoices, names: Names, kind: Kind | undefined): [string, unknown][] {
  const type = typeOf(kind ?? choices.oneOf(['Users', 'Groups']))
  const number = () =>
    choices.oneOf<unknown>([
      '1',
      '2',
      3,
      0,
      -1,
      '+1',
      '200',
      '201',
      '1e3',
      '0x1',
      2_147_483_648,
      '9'.repeat(18),
      '9'.repeat(19),
      '',
      oddText(choices),
    ])
  const attributes = () =>
    (chance(choices, 0.9)
      ? some(choices, 4, () => attributeName(choices, type))
      : some(choices, 3, () => oddText(choices))
    ).join(choices.oneOf([',', ', ', ',,']))
  const found: [string, unknown][] = []
  if (chance(choices, 0.75)) found.push(['filter', filterText(choices, names, type)])
  if (chance(choices, 0.15))
    found.push(['sortBy', chance(choices, 0.9) ? attributeName(choices, type) : oddText(choices)])
  if (chance(choices, 0.1)) found.push(['sortOrder', choices.oneOf(['ascending', 'Descending', '', oddText(choices)])])
  if (chance(choices, 0.15)) found.push(['startIndex', number()])
  if (chance(choices, 0.3)) found.push(['count', chance(choices, 0.5) ? 2 : number()])
  if (chance(choices, 0.1))
    found.push([
      'cursor',
      choices.oneOf([
        '',
        idIn(choices, names, 'Users'),
        idIn(choices, names, 'Groups').toUpperCase(),
        oddText(choices),
      ]),
    ])
  if (chance(choices, 0.15)) found.push([choices.oneOf(['attributes', 'attributes', 'ATTRIBUTES']), attributes()])
  if (chance(choices, 0.15)) found.push(['excludedAttributes', chance(choices, 0.5) ? 'members' : attributes()])
  if (chance(choices, 0.05)) found.push([oddText(choices), oddText(choices)])
  return found
}

export function search(choices: RandomChoices, names: Names, kind: Kind | undefined): unknown {
  if (chance(choices, 0.03)) return anyJson(choices, names)
  const parameters = listParameters(choices, names, kind).map(([name, value]): [string, unknown] => {
    if (chance(choices, 0.04)) return [name, anyJson(choices, names)]
    return [name, name.endsWith('ttributes') && chance(choices, 0.8) ? String(value).split(',') : value]
  })
  return objectOf([['schemas', ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']], ...parameters])
}

/** The JSON text of a body, now and then damaged. */
export function bodyBytes(choices: RandomChoices, body: unknown): Buffer {
  const text = JSON.stringify(body) ?? ''
  if (chance(choices, 0.92)) return Buffer.from(text)
  const nested = choices.oneOf([10, 1_000, 100_000])
  return choices.oneOf([
    () => Buffer.from(mutated(text, choices)),
    () => Buffer.from(mutated(text, choices)),
    () => Buffer.from(text.slice(0, below(choices, text.length + 1))),
    () => Buffer.from(`\u{feff}${text}`),
    () => Buffer.from(text, 'utf16le'),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, -1)),
        Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from(text.slice(-1)),
      ]),
    () =>
      Buffer.from(
        text.replace(
          /"[^"]*"(?=[,}\]])/,
          choices.oneOf(['1e999', '-0', '9'.repeat(400), "'a'", 'NaN', '"\\ud800"', '"\\u0000"', '"\\x"']),
        ),
      ),
    () => Buffer.from(text.replace(/\}$/, `,${text.slice(1)}`)),
    () => Buffer.from(text.replace(/"[^"]*"(?=[,}\]])/, '['.repeat(nested) + ']'.repeat(nested))),
    () => Buffer.from('{"a":'.repeat(nested) + '1' + '}'.repeat(nested)),
    () => Buffer.from('['.repeat(nested)),
    () => Buffer.alloc(0),
  ])()
}
