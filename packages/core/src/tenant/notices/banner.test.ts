import { expect, it } from 'vitest'

import { bannerNotices, closeNotices } from './banner.ts'
import type { Notice } from './contract.ts'

const notice = (id: string, more: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'certificate',
  what: 'certificate1',
  where: 'Partners',
  targetId: 'idp',
  environmentId: null,
  expiresAt: '2026-12-01T00:00:00Z',
  daysLeft: 10,
  step: 30,
  severity: 'soon',
  isReplaced: false,
  extendedUntil: null,
  ...more,
})

function openMemory() {
  const held = new Map<string, string>()
  return {
    get: (key: string) => held.get(key),
    set: (key: string, value: string) => void held.set(key, value),
    remove: (key: string) => void held.delete(key),
    held,
  }
}
const ids = (notices: readonly Notice[]) => notices.map(({ id }) => id)

it('a closed banner stays closed until the notice reaches its next step', () => {
  const memory = openMemory()
  const all = [notice('a'), notice('b')]
  closeNotices([notice('a')], all, memory)
  expect(ids(bannerNotices(all, memory))).toEqual(['b'])
  expect(ids(bannerNotices([notice('a', { step: 7 }), notice('b')], memory))).toEqual(['a', 'b'])
  closeNotices(all, all, memory)
  expect(bannerNotices(all, memory)).toEqual([])
})

it('what was replaced meanwhile is forgotten', () => {
  const memory = openMemory()
  closeNotices([notice('a')], [notice('a')], memory)
  closeNotices([notice('b')], [notice('b')], memory)
  expect([...memory.held.values()]).toEqual(['b 30'])
})

it('neither a setup URL nor what another one replaces is in the banner', () => {
  expect(bannerNotices([notice('a', { kind: 'setup-url' }), notice('b', { isReplaced: true })], openMemory())).toEqual(
    [],
  )
})
