import {
  accessByEnvironment,
  groupsNote,
  noGroupsInWords,
  personFacts,
  personState,
  type PersonDetail,
  type SignInSummary,
  type Words,
} from '@portico/core'

import { exactTime } from '../../../kit/output/cell.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'
import { padEnd, widthOf } from '../../../kit/output/width.ts'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'

/** One person: who they are, what their groups give, and the last sign-ins. */
export function personLines(person: PersonDetail, words: Words): readonly PageLine[] {
  const parts = [
    facts(person, words),
    [title(words.say('groups.title')), ...groups(person, words)],
    [title(words.say('people.access')), ...access(person, words)],
    [title(words.say('people.signIns')), ...signIns(person.signIns, words)],
  ]
  return parts
    .flatMap((lines, at) => [...(at === 0 ? [] : [{ text: '' }]), ...lines])
    .map((line) => ({ ...line, text: neutralise(line.text) }))
}

const title = (text: string): PageLine => ({ text, look: 'title' })

/** The state is coloured only where it is the exception. */
function facts(person: PersonDetail, words: Words): readonly PageLine[] {
  const state = personState(person)
  const known = personFacts(person, words).map((fact): Row => [
    fact.label,
    'text' in fact ? fact.text : exactTime(fact.at),
  ])
  const shown: Row = [words.say('people.state'), words.say(`people.state.${state}`)]
  const [first, ...rest] = table([shown, ...known])
  return first === undefined ? rest : [state === 'active' ? first : { ...first, look: 'warn' }, ...rest]
}

/** The groups in effect, and what the last sign-in recorded before and after the transforms. */
function groups(person: PersonDetail, words: Words): readonly PageLine[] {
  const { groups: held, groupCount, recorded } = person
  const note = groupsNote(person, words)
  const { received, groups: transformed } = recorded
  return [
    { text: groupCount === 0 ? noGroupsInWords(person, words) : held.map(({ name }) => name).join(', ') },
    ...(groupCount > held.length
      ? [{ text: words.say('groups.mappedMore', { count: groupCount - held.length }) }]
      : []),
    ...(received === null ? [] : [{ text: words.say('people.received', { groups: received }), look: 'dim' as const }]),
    ...(transformed === null
      ? []
      : [{ text: words.say('people.transformed', { groups: transformed }), look: 'dim' as const }]),
    ...(note === undefined ? [] : [{ text: note, look: 'dim' as const }]),
  ]
}

/** By environment: each application with the roles there, and custom roles. */
function access(person: PersonDetail, words: Words): readonly PageLine[] {
  const { portalRoles, environments, isCut } = accessByEnvironment(person.access)
  const state = personState(person)
  const isNothing = portalRoles.length + environments.length === 0
  return [
    ...(state === 'active' ? [] : [{ text: words.say(notUsable[state]), look: 'warn' as const }]),
    ...(isNothing ? [{ text: words.say('people.nothing') }] : []),
    ...portalRoles.map(({ label }) => ({ text: label })),
    ...environments.flatMap(({ name, applications, customRoles }) => {
      const rows = [
        ...applications.map(({ label, roles }): Row => [label, roles.join(', ') || '–']),
        ...(customRoles.length === 0
          ? []
          : [[words.say('mapping.customRoles'), customRoles.map(({ label }) => label).join(', ')] as Row]),
      ]
      return [{ text: name }, ...table(rows).map(({ text }) => ({ text: `  ${text}` }))]
    }),
    ...(isCut ? [{ text: words.say('people.more'), look: 'dim' as const }] : []),
  ]
}

const notUsable = { deactivated: 'people.notUsable', 'foreign-username': 'people.foreignUsername' } as const

/** Code, time and what came of it. */
function signIns(rows: readonly SignInSummary[], words: Words): readonly PageLine[] {
  if (rows.length === 0) return [{ text: words.say('people.noSignIns') }]
  return rows.map(({ code, at, outcome, failure }) => ({
    text: `${code}  ${exactTime(at)}  ${failure ?? words.say(`signIns.${outcome}`)}`,
    ...(outcome === 'failed' ? { look: 'bad' as const } : {}),
  }))
}

type Row = readonly [label: string, value: string]

/** Cells of a label at most, so that its value begins in the same line of a narrow window. */
const labelCellsMax = 24

function table(rows: readonly Row[]): readonly PageLine[] {
  const width = Math.min(labelCellsMax, Math.max(0, ...rows.map(([label]) => widthOf(label))))
  return rows.map(([label, value]) => ({ text: `${padEnd(label, width)}  ${value}` }))
}
