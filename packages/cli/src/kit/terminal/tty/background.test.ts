import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createBackgroundQuestion } from './background.ts'

let now = 0
beforeEach(() => {
  now = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function asked() {
  const question = createBackgroundQuestion({ write: () => undefined, now: () => now })
  question.send()
  let isSettled = false
  const wait = () => void question.settled().then(() => (isSettled = true))
  return { question, wait, isSettled: () => isSettled }
}

it('the end waits for an answer that may still come, and no longer than for the answer', async () => {
  const { question, wait, isSettled } = asked()
  expect(question.isOpen()).toBe(true)
  wait()
  await Promise.resolve()
  expect(isSettled()).toBe(false)
  question.answered()
  await Promise.resolve()
  expect(isSettled()).toBe(true)
  expect(question.isOpen()).toBe(false)
})

it('a terminal that does not answer is not waited for after its time', async () => {
  const { question, wait, isSettled } = asked()
  now = 100
  wait()
  vi.advanceTimersByTime(50)
  await Promise.resolve()
  expect(isSettled()).toBe(true)
  now = 200
  expect(question.isOpen()).toBe(false)
})
