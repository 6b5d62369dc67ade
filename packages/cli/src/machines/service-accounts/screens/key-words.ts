import { keyText, keyViewOf, type KeySlot } from '@portico/core'

import { relativeTime, shortTime } from '../../../kit/output/cell.ts'
import { cut, widthOf } from '../../../kit/output/width.ts'
import type { AccountForm } from './account-form.ts'

/** Digits of a fingerprint that distinguish the keys of an account. */
const shortFingerprint = 12

/** A key in words: kind, fingerprint and size, and of a saved one when it was added and last used. */
export function keyWords(model: AccountForm, slot: KeySlot): string {
  const { words } = model.app
  const view = viewOf(model, slot)
  if (!view.isSet) return words.text('not set')
  const { nowMs, algorithm, text, bits, times } = view
  return [
    algorithm,
    text,
    ...(bits === undefined ? [] : [words.say('tui.keyBits', { count: bits })]),
    ...(times === undefined
      ? []
      : [
          times.addedAt === null
            ? words.text('added at an unknown time')
            : words.say('tui.added', { when: relativeTime(times.addedAt, nowMs, words) }),
          times.lastUsedAt === null
            ? words.text('never used')
            : words.say('tui.lastUsed', { when: relativeTime(times.lastUsedAt, nowMs, words) }),
        ]),
  ].join(', ')
}

/** The same in one line of at most `cells`, what distinguishes keys and their ages first. */
export function shortKeyWords(model: AccountForm, slot: KeySlot, cells: number): string {
  const { words } = model.app
  const view = viewOf(model, slot)
  if (!view.isSet) return words.text('not set')
  const { nowMs, algorithm, text, bits, times, fingerprint } = view
  const { addedAt = null, lastUsedAt = null } = times ?? {}
  const parts = [
    `${algorithm}, ${fingerprint === undefined ? text : text.replace(fingerprint, fingerprint.slice(0, shortFingerprint))}`,
    // Before its age, because a key that is still in use must not be removed.
    ...(times === undefined
      ? []
      : [
          lastUsedAt === null
            ? words.text('never used')
            : words.say('tui.used', { when: shortTime(lastUsedAt, nowMs, words) }),
        ]),
    ...(addedAt === null ? [] : [words.say('tui.added', { when: shortTime(addedAt, nowMs, words) })]),
    ...(bits === undefined ? [] : [words.say('tui.keyBits', { count: bits })]),
  ]
  const fitting = parts.filter((_, at) => widthOf(parts.slice(0, at + 1).join(', ')) <= cells)
  return cut((fitting.length === 0 ? parts.slice(0, 1) : fitting).join(', '), cells)
}

function viewOf({ app, editor }: AccountForm, slot: KeySlot) {
  const { form } = editor.getState()
  const nowMs = app.core.clock.now()
  const view = keyViewOf(slot, { form, origins: {}, nowMs })
  return { ...view, nowMs, text: keyText(form, slot, view.text) }
}
