import {
  accessByEnvironment,
  explainedStepLabels,
  withLocalTimes,
  type ExplainedAccess,
  type Words,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { padEnd, widthOf } from '../../../kit/output/width.ts'
import type { PageLine, PageLook } from '../../../kit/terminal/page/page-line.ts'
import { stepMarks } from '../step-marks.ts'

const looks: Readonly<Record<keyof typeof stepMarks, PageLook>> = { passed: 'plain', missing: 'bad', unknown: 'warn' }
const markCells = Math.max(...Object.values(stepMarks).map(widthOf))

/** The chain from a username to the applications, then what the groups give and which of them. */
export function explainLines(answer: ExplainedAccess, words: Words): readonly PageLine[] {
  const { steps } = answer
  const chain = steps.flatMap(({ step, outcome, sentence }): readonly PageLine[] => [
    {
      text: `${padEnd(stepMarks[outcome], markCells)}  ${words.text(explainedStepLabels[step])}`,
      look: looks[outcome],
    },
    { text: `${' '.repeat(markCells + 2)}${withLocalTimes(sentence, words)}` },
  ])
  return [...chain, ...given(answer, words)].map((line) => ({ ...line, text: neutralise(line.text) }))
}

/** Roles and applications by environment, each with the groups that give it. */
function given({ access }: ExplainedAccess, words: Words): readonly PageLine[] {
  if (access === null) return []
  const { portalRoles, environments, isCut } = accessByEnvironment(access)
  const isNothing = portalRoles.length + environments.length === 0
  return [
    { text: '' },
    { text: words.say('people.access'), look: 'title' },
    ...(isNothing ? [{ text: words.say('people.nothing') }] : []),
    ...portalRoles.map(({ label, ...through }) => ({ text: `${label} (${groupsText(through, words)})` })),
    ...environments.flatMap(({ name, applications, customRoles }) => [
      { text: name },
      ...applications.map(({ label, roles, ...through }) => ({
        text: `  ${[label, ...(roles.length === 0 ? [] : [roles.join(', ')])].join(': ')} (${groupsText(through, words)})`,
      })),
      ...customRoles.map(({ label, ...through }) => ({
        text: `  ${words.say('mapping.customRoles')}: ${label} (${groupsText(through, words)})`,
      })),
    ]),
    ...(isCut ? [{ text: words.say('people.more'), look: 'dim' as const }] : []),
  ]
}

type Through = { readonly groups: readonly { readonly name: string }[]; readonly groupCount: number }

/** The groups that give something: `by staff, finance and 3 more`. */
export function groupsText({ groups, groupCount }: Through, words: Words): string {
  const [names, count] = [groups.map(({ name }) => name).join(', '), groupCount - groups.length]
  return words.say(count > 0 ? 'tui.byMore' : 'tui.by', { names, count })
}
