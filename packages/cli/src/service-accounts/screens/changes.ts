import { dependencyText, savedDependencies, type ServiceAccountFormState, type Words } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import { keySummary } from './key-summary.ts'

/** What a save would change, a line each: `- before` and `+ after` under the name of the field. */
export function changeLines(state: ServiceAccountFormState, words: Words): string[] {
  const { values, fetched } = state
  const lines = textChange(words.say('field.name'), fetched.values.name.trim(), values.name.trim())
  for (const slot of ['key1', 'key2'] as const)
    lines.push(...textChange(words.say(`field.${slot}`), keyText(fetched.values[slot]), keyText(values[slot])))
  const before = dependencyTexts(fetched.dependencies)
  const after = dependencyTexts(state.dependencies)
  const gone = before.filter((text) => !after.includes(text)).map((text) => `- ${text}`)
  const come = after.filter((text) => !before.includes(text)).map((text) => `+ ${text}`)
  if (gone.length + come.length > 0) lines.push(words.say('field.dependencies'), ...gone, ...come)
  return lines.map(neutralise)
}

function textChange(label: string, before: string, after: string): string[] {
  if (before === after) return []
  return [label, ...(before === '' ? [] : [`- ${before}`]), ...(after === '' ? [] : [`+ ${after}`])]
}

function keyText(key: string): string {
  return key.trim() === '' ? '' : keySummary(key)
}

function dependencyTexts(rows: ServiceAccountFormState['dependencies']): string[] {
  return savedDependencies(rows)
    .map((saved) => {
      const row = rows.find((one) => one.appId === saved.appId)
      return dependencyText({ urn: row?.urn ?? saved.appId, name: saved.name })
    })
    .toSorted()
}
