import { expect, test } from 'vitest'

import { createWords } from '../words/words.ts'
import { englishMessages } from '../words/english.ts'
import type { Provisioning } from './contract.ts'
import { provisioningNewsInWords } from './in-words.ts'

const config = { url: 'https://billing.example/scim', sendGroups: true, removal: 'deactivate', enabled: true } as const
const sending: Provisioning = {
  config,
  pausedReason: null,
  refusedKind: null,
  people: 3,
  groups: 0,
  behind: 2,
  removals: 0,
  comparedAt: '2026-01-31T10:00:00Z',
  lastSentAt: null,
  failedAttempts: 0,
  nextAttemptAt: null,
  lastFailure: null,
}
const retrying: Provisioning = {
  ...sending,
  failedAttempts: 1,
  lastFailure: { kind: 'status', status: 400, detail: 'no licence left' },
}
const done: Provisioning = { ...sending, behind: 0 }

test.each<[what: string, before: Provisioning, now: Provisioning, said: string | undefined]>([
  [
    'a failure, with why',
    sending,
    retrying,
    'State: Waiting after a failure. The application answered with status 400: no licence left',
  ],
  [
    'that the application refuses everything, with its answer',
    sending,
    { ...sending, refusedKind: 'person', lastFailure: { kind: 'status', status: 404, detail: null } },
    'State: People do not arrive: the application refuses them. Check the base URL, and what the token allows in the application. The application answered with status 404',
  ],
  [
    'that it refuses groups, also while everything waits',
    sending,
    { ...sending, refusedKind: 'group', failedAttempts: 1 },
    'State: Groups do not arrive: the application refuses them. If it has no groups, switch “Send groups too” off.',
  ],
  ['a failure once', retrying, { ...retrying, failedAttempts: 2 }, undefined],
  ['that it goes on', retrying, done, 'State: On. The application is up to date.'],
  [
    'a pause',
    sending,
    { ...sending, config: { ...config, enabled: false }, pausedReason: 'unauthorized' },
    'State: Paused: the application rejected the token. Enter a new one and switch “Send changes” on.',
  ],
  ['no number on the way', sending, { ...sending, behind: 1 }, undefined],
  ['that nothing is behind any more', sending, done, 'The application is up to date.'],
  ['that once', done, done, undefined],
  ['nothing before it was compared', { ...done, comparedAt: null }, { ...done, comparedAt: null }, undefined],
  ['that the first comparison found nothing', { ...done, comparedAt: null }, done, 'The application is up to date.'],
  ['nothing of a beginning or an end', { ...sending, config: null }, sending, undefined],
])('what is read again says %s', (_what, before, now, said) => {
  expect(provisioningNewsInWords(before, now, createWords('en', englishMessages))).toBe(said)
})
