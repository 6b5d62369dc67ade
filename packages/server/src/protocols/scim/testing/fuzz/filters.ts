import type { RandomChoices } from '../../../../testing/random-choices.ts'
import { enterpriseSchema, groupType, userType, type Attribute, type ResourceType } from '../../schemas.ts'
import { textIn, type Names } from './names.ts'
import { isWritable } from '../../values.ts'
import { below, chance, dates, mutated, oddText } from './texts.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

export const typeOf = (kind: 'Users' | 'Groups'): ResourceType => (kind === 'Users' ? userType : groupType)

/** A filter of RFC 7644 section 3.4.2.2, most of the time a valid one. */
export function filterText(choices: RandomChoices, names: Names, type: ResourceType): string {
  if (chance(choices, 0.03)) return oddText(choices)
  const text = disjunction(choices, below(choices, 3), () => comparison(choices, names, type))
  if (chance(choices, 0.05)) return wrapped(choices, text)
  return chance(choices, 0.15) ? mutated(text, choices) : text
}

/** The path of a PATCH operation, most of the time a valid one. */
export function patchPath(choices: RandomChoices, names: Names, type: ResourceType): string {
  if (chance(choices, 0.02)) return oddText(choices)
  const { name, attribute } = attributeIn(choices, type, chance(choices, 0.9) ? isWritable : undefined)
  const subs = attribute.subAttributes
  const inner = subs && chance(choices, 0.5) ? `[${within(choices, names, subs)}]` : ''
  const sub = subs && chance(choices, 0.5) ? `.${choices.oneOf(subs).name}` : ''
  const path = name + inner + sub
  return chance(choices, 0.1) ? mutated(path, choices) : path
}

/** The name of an attribute, or of a part of one. */
export function attributeName(choices: RandomChoices, type: ResourceType): string {
  const { name, attribute } = attributeIn(choices, type)
  const { subAttributes } = attribute
  return subAttributes && chance(choices, 0.4) ? `${name}.${choices.oneOf(subAttributes).name}` : name
}

function disjunction(choices: RandomChoices, depth: number, leaf: () => string): string {
  if (depth === 0) return leaf()
  const inner = () => disjunction(choices, depth - 1, leaf)
  return choices.oneOf([
    leaf,
    () => `${inner()} and ${inner()}`,
    () => `${inner()} OR ${inner()}`,
    () => `(${inner()})`,
    () => `not (${inner()})`,
    () => `not(${inner()}) And  (${inner()})`,
  ])()
}

function comparison(choices: RandomChoices, names: Names, type: ResourceType): string {
  const { name, attribute } = attributeIn(choices, type)
  const { subAttributes } = attribute
  if (subAttributes === undefined) return compared(choices, names, { name, attribute })
  if (chance(choices, 0.4)) return `${name}[${within(choices, names, subAttributes)}]`
  const sub = choices.oneOf(subAttributes)
  return chance(choices, 0.7)
    ? compared(choices, names, { name: `${name}.${sub.name}`, attribute: sub })
    : compared(choices, names, { name, attribute })
}

function within(choices: RandomChoices, names: Names, subs: readonly Attribute[]): string {
  return disjunction(choices, below(choices, 3), () => {
    const attribute = chance(choices, 0.5)
      ? (subs.find(({ name }) => name === 'value') ?? choices.oneOf(subs))
      : choices.oneOf(subs)
    return compared(choices, names, { name: attribute.name, attribute })
  })
}

type Compared = { readonly name: string; readonly attribute: Attribute }

function compared(choices: RandomChoices, names: Names, { name, attribute }: Compared): string {
  if (chance(choices, 0.15)) return `${name} pr`
  const operator = chance(choices, 0.4) ? 'eq' : choices.oneOf(operators)
  return `${name} ${chance(choices, 0.1) ? operator.toUpperCase() : operator} ${value(choices, names, attribute)}`
}

function value(choices: RandomChoices, names: Names, { type }: Attribute): string {
  if (chance(choices, 0.03))
    return choices.oneOf(['null', 'true', 'False', '"true"', '0', '-1.5', '1e9', '9'.repeat(30), "'a'", '"', ''])
  if (type === 'boolean') return choices.oneOf(['true', 'false', '"True"', '"False"', 'TRUE'])
  return JSON.stringify(type === 'dateTime' ? choices.oneOf(dates) : textIn(choices, names))
}

function attributeIn(
  choices: RandomChoices,
  type: ResourceType,
  isWanted: (one: Attribute) => boolean = () => true,
): Compared {
  if (chance(choices, 0.02)) {
    const name = choices.oneOf([
      '__proto__',
      'constructor',
      'unknown',
      'password',
      'tenant_id',
      'resource',
      'r.id',
      'urn:a:b',
      type.schema.id,
    ])
    return { name, attribute: choices.oneOf(type.attributes) }
  }
  const extension = type === userType && chance(choices, 0.15) ? enterpriseSchema : undefined
  const all = extension?.attributes ?? (chance(choices, 0.6) ? type.attributes.filter(isLookedUp) : type.attributes)
  const attribute = choices.oneOf(all.filter(isWanted))
  const isOfSchema = chance(choices, 0.1) && type.schema.attributes.includes(attribute)
  const schema = extension ?? (isOfSchema ? type.schema : undefined)
  const name = schema === undefined ? attribute.name : `${schema.id}:${attribute.name}`
  return { name: chance(choices, 0.1) ? name.toUpperCase() : name, attribute }
}

/** Attributes stored in columns and other tables. */
const isLookedUp = ({ name }: Attribute) =>
  ['id', 'externalId', 'userName', 'displayName', 'active', 'meta', 'groups', 'members'].includes(name)

function wrapped(choices: RandomChoices, text: string): string {
  const times = choices.oneOf([2, 18, 19, 20, 21, 400])
  return choices.oneOf([
    () => '('.repeat(times) + text + ')'.repeat(times),
    () => 'not ('.repeat(times) + text + ')'.repeat(times),
    () => '('.repeat(times) + text,
    () => text + ')'.repeat(times),
    () => Array.from({ length: Math.min(times, 101) }, () => text).join(' or '),
    () => `emails[${text}]`,
    () => `emails[type eq "a" and emails[${text}]]`,
  ])()
}
