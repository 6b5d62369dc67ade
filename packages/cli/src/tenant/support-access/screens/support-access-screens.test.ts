import { getIdleTime, getSupportAccess } from '@portico/core'
import { beforeEach, describe, expect, it } from 'vitest'

import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'
import type { Line } from '../../../kit/terminal/fields/line.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest

beforeEach(async () => {
  under = await openUnderTest()
})

async function press(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await under.press(id)
    await under.app.work.settled()
  }
}

const spoken = () => {
  const { view, dialog } = under.app.state.getState()
  return (dialog ?? view).spoken().join('\n')
}
const hint = (id: string) =>
  under.app.state
    .getState()
    .view.layer.bindings()
    .find((one) => one.id === id)?.label

describe('support access', () => {
  const stored = async () => {
    const answer = await under.core.client.call(getSupportAccess)
    return answer.ok ? answer.value : undefined
  }

  it('is allowed, with changes, and denied again, each after its change was shown', async () => {
    await press('shell.go.support-access')
    await expect.poll(spoken).toContain('Support users cannot enter this tenant.')
    expect(hint('support-access.turn')).toBe('Allow access')
    await press('support-access.turn')
    expect(spoken()).toContain('+ on')
    expect(await stored()).toEqual({ allowProsAccess: false, allowProsChange: false })
    await press('choice.s')
    expect(await stored()).toEqual({ allowProsAccess: true, allowProsChange: false })
    await press('support-access.change', 'choice.s')
    expect(await stored()).toEqual({ allowProsAccess: true, allowProsChange: true })
    await expect.poll(spoken).toContain('Support users can enter this tenant and change settings.')
    await press('support-access.turn', 'choice.s')
    expect(await stored()).toEqual({ allowProsAccess: false, allowProsChange: false })
  })

  it('stays as it is where the question is cancelled, and without access nothing may be changed', async () => {
    await press('shell.go.support-access')
    await expect.poll(() => hint('support-access.turn')).toBe('Allow access')
    await press('support-access.turn', 'choice.cancel')
    expect([hint('support-access.turn'), await stored()]).toMatchObject(['Allow access', { allowProsAccess: false }])
    await press('support-access.change')
    expect(under.app.state.getState().notice).toBe('Support users cannot enter this tenant.')
  })
})

describe('the idle time', () => {
  const stored = async () => {
    const answer = await under.core.client.call(getIdleTime)
    return answer.ok ? answer.value.idletime : undefined
  }

  async function type(text: string): Promise<void> {
    await press('form.edit')
    const field = under.app.state.getState().view.layer.field?.() as Line | undefined
    if (field === undefined) throw new Error('nothing to type into')
    field.set(text)
    await press('form.stop', 'form.save')
  }

  it.each([
    ['1:30', 'Time must be set as hh:mm.'],
    ['00:04', 'Time must be between 5 minutes and 24 hours.'],
  ])('%s is refused with its sentence', async (text, sentence) => {
    await press('shell.go.idle-time')
    const before = await stored()
    await expect.poll(spoken).toContain(before ?? '?')
    await type(text)
    expect(under.app.state.getState().notice).toBe(sentence)
    expect(await stored()).toBe(before)
  })

  it('is saved after the change was shown', async () => {
    await press('shell.go.idle-time')
    await expect.poll(spoken).toContain((await stored()) ?? '?')
    await type('01:30')
    expect(spoken()).toContain('+ 01:30')
    await press('form.save-now')
    expect(await stored()).toBe('01:30')
    await expect.poll(spoken).toContain('1 hour 30 minutes')
  })
})
