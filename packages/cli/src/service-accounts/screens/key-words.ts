import { keyText, keyViewOf, type KeySlot } from '@portico/core'

import { relativeTime } from '../../output/cell.ts'
import type { AccountForm } from './account-form.ts'

/** A key in words: kind, fingerprint and size, and of a saved one when it was added and last used. */
export function keyWords({ app, editor }: AccountForm, slot: KeySlot): string {
  const { form } = editor.getState()
  const nowMs = app.core.clock.now()
  const { text, algorithm, isSet, bits, times } = keyViewOf(slot, { form, origins: {}, nowMs })
  if (!isSet) return 'not set'
  return [
    algorithm,
    keyText(form, slot, text),
    ...(bits === undefined ? [] : [`${bits} bits`]),
    ...(times === undefined
      ? []
      : [
          times.addedAt === null ? 'added at an unknown time' : `added ${relativeTime(times.addedAt, nowMs)}`,
          times.lastUsedAt === null ? 'no use noted' : `last used ${relativeTime(times.lastUsedAt, nowMs)}`,
        ]),
  ].join(', ')
}
