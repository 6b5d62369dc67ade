import { describe, expect, test } from 'vitest'

import { forgetEnvironments, rememberedEnvironments, rememberEnvironments } from './environment-memory.ts'

const production = { id: 'e1', name: 'Production', type: 'PROD' }
const sandbox = { id: 'e2', name: 'Sandbox', type: 'DEV' }

function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  }
}

describe('environments remembered for the login page', () => {
  test('come back for the same username, however it is written', () => {
    const device = memory()
    rememberEnvironments(device, 'Ada@Acme.example', [production, sandbox])
    expect(rememberedEnvironments(device, ' ada@acme.EXAMPLE ')).toEqual([production, sandbox])
  })

  test('are not shown to anybody else', () => {
    const device = memory()
    rememberEnvironments(device, 'ada@acme.example', [production])
    expect(rememberedEnvironments(device, 'eve@acme.example')).toEqual([])
    expect(rememberedEnvironments(device, '__proto__')).toEqual([])
  })

  test('hold id, name and type, and of one person only', () => {
    const device = memory()
    rememberEnvironments(device, 'ada@acme.example', [{ ...production, secret: 'x' } as typeof production])
    rememberEnvironments(device, 'bo@acme.example', [sandbox])
    expect([...device.kept.values()].join()).not.toMatch(/secret|ada/)
  })

  test('are gone when forgotten', () => {
    const device = memory()
    rememberEnvironments(device, 'ada@acme.example', [production])
    forgetEnvironments(device)
    expect(device.kept.size).toBe(0)
  })

  test.each(['', 'no json', 'null', '[]', '{"ada@acme.example":1}', '{"ada@acme.example":[null,{"id":1}]}'])(
    'are empty when the storage holds %j',
    (text) => {
      expect(rememberedEnvironments(memory({ 'portico.environments': text }), 'ada@acme.example')).toEqual([])
    },
  )
})
