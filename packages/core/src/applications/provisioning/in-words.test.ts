import { expect, test } from 'vitest'

import { createWords } from '../../kit/words/words.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { noProvisioning, type Provisioning, type ProvisioningFailure } from './contract.ts'
import { provisioningFailureInWords, provisioningNewsInWords, provisioningTestInWords } from './in-words.ts'

const config = {
  url: 'https://billing.example/scim',
  sendGroups: true,
  anyEmail: false,
  removal: 'deactivate',
  enabled: true,
} as const
const sending: Provisioning = {
  ...noProvisioning,
  config,
  people: 3,
  behind: 2,
  comparedAt: '2026-01-31T10:00:00Z',
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
    'State: Groups do not arrive: the application refuses them. If it does not support groups, switch “Send groups too” off.',
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

test.each<[failure: ReturnType<typeof failureOf> | null, said: RegExp]>([
  [null, /^The application answered and accepted the token\.$/],
  [
    failureOf('status', 401, 'no such token'),
    /^The application rejected the token with status 401\. .* The answer was: no such token$/,
  ],
  [failureOf('status', 403), /^The application rejected the token with status 403\. .* SCIM\.$/],
  [failureOf('address', 404), /^There is no SCIM service at this address: it answered with status 404\./],
  [failureOf('answer', 200), /^Something answers at this address, but it is not a SCIM service\./],
  [failureOf('status', 500), /^The connection does not work: The application answered with status 500$/],
  [failureOf('unreachable', null), /^The connection does not work: The application could not be reached$/],
  [failureOf('tls', null), /^The connection does not work: The secure connection failed\. The certificate/],
  [failureOf('redirect', 302), /^The connection does not work: .*redirect/],
])('a test that found %j says it plainly', (failure, said) => {
  const { accepted, sentence } = provisioningTestInWords(failure, createWords('en', englishMessages))
  expect(sentence).toMatch(said)
  expect(accepted).toBe(failure === null)
})

test('a cause that this version does not know is named in a sentence', () => {
  const failure = failureOf('eclipse' as ProvisioningFailure['kind'], null, 'no light')
  expect(provisioningFailureInWords(failure, createWords('en', englishMessages))).toBe(
    'The application did not accept it, for a reason that this version does not know: eclipse: no light',
  )
})

function failureOf(kind: ProvisioningFailure['kind'], status: number | null, detail: string | null = null) {
  return { kind, status, detail }
}
