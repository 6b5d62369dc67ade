import { expect, test } from 'vitest'

import { environmentChoice } from './environment-choice.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
}

test('a choice is taken once', () => {
  const tab = storage()
  const choice = environmentChoice(() => tab)
  choice.keep('e1')
  expect(choice.peek()).toBe('e1')
  expect(choice.take()).toBe('e1')
  expect(choice.take()).toBeUndefined()
})

test('choosing nothing takes an earlier choice back', () => {
  const tab = storage()
  const choice = environmentChoice(() => tab)
  choice.keep('e1')
  choice.keep('')
  expect(choice.take()).toBeUndefined()
})

test('a browser that forbids storage signs in all the same', () => {
  const choice = environmentChoice(() => {
    throw new Error('denied')
  })
  expect(() => choice.keep('e1')).not.toThrow()
  expect(choice.take()).toBeUndefined()
})
