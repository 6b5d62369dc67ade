import { createWords, englishMessages, type AdminEnvironment } from '@portico/core'
import { describe, expect, it } from 'vitest'

import { tenantWriteRefusal, wholeTenant, writeRefusal } from './write-lock.ts'

type Circumstances = {
  readonly isReadonlySession?: boolean
  readonly isDeactivated?: boolean
  readonly support?: 'change' | 'read' | 'never'
}

const asked = (
  unlocked: readonly string[],
  { isReadonlySession = false, isDeactivated = false, support }: Circumstances,
) => ({
  support,
  isReadonlySession,
  isDeactivated,
  unlocked: new Set(unlocked),
  words: createWords('en', englishMessages),
})

const environment = (type: string, readonly = false): AdminEnvironment => ({
  id: 'e',
  name: 'E',
  type,
  urn: 'u',
  readonly,
})

describe('what may be written in an environment', () => {
  it.each<[string, AdminEnvironment | undefined, Circumstances, string[], RegExp | undefined]>([
    ['a stage', environment('DEV'), {}, [], undefined],
    ['production', environment('PROD'), {}, [], /until you type :write/],
    ['production after :write', environment('PROD'), {}, ['e'], undefined],
    ['another production after :write', environment('PROD'), {}, ['x'], /until you type :write/],
    ['production after :write for the tenant', environment('PROD'), {}, [wholeTenant], /until you type :write/],
    ['a read-only stage', environment('DEV', true), {}, ['e'], /read-only/],
    ['a stage under --readonly', environment('DEV'), { isReadonlySession: true }, ['e'], /--readonly/],
    ['a stage of a deactivated tenant', environment('DEV'), { isDeactivated: true }, ['e'], /deactivated/],
    ['a stage for support that may read', environment('DEV'), { support: 'read' }, [], /only allow support to read/],
    ['a stage for support that may change', environment('DEV'), { support: 'change' }, [], undefined],
    ['what support never changes', environment('DEV'), { support: 'never' }, [], /A support session cannot do this/],
    ['no environment', undefined, {}, [], /Choose an environment/],
  ])('%s', (_, one, circumstances, unlocked, sentence) => {
    const refusal = writeRefusal({ environment: one, ...asked(unlocked, circumstances) })
    if (sentence === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toMatch(sentence)
  })
})

describe('what may be written in settings of the whole tenant', () => {
  it.each<[string, Circumstances, string[], RegExp | undefined]>([
    ['at first', {}, [], /until you type :write/],
    ['after :write', {}, [wholeTenant], undefined],
    ['after :write in an environment', {}, ['e'], /until you type :write/],
    ['under --readonly', { isReadonlySession: true }, [wholeTenant], /--readonly/],
    ['for support that may read', { support: 'read' }, [wholeTenant], /only allow support to read/],
    ['for support that may change', { support: 'change' }, [wholeTenant], undefined],
    ['in a deactivated tenant', { isDeactivated: true }, [wholeTenant], /deactivated/],
  ])('%s', (_, circumstances, unlocked, sentence) => {
    const refusal = tenantWriteRefusal(asked(unlocked, circumstances))
    if (sentence === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toMatch(sentence)
  })
})
