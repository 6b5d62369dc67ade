import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { Moment } from '../../kit/moment.ts'

/** Days the flight recorder keeps an attempt. */
export const signInRecordDays = 30

/** One named check of an attempt; `title`, `message` and `todo` are sentences, `evidence` is what was seen. */
export const SignInCheck = v.object({
  check: v.string(),
  title: v.string(),
  outcome: v.picklist(['passed', 'warning', 'failed']),
  finding: v.nullable(v.string()),
  message: v.nullable(v.string()),
  todo: v.nullable(v.string()),
  evidence: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
})
export type SignInCheck = v.InferOutput<typeof SignInCheck>

const summary = {
  /** What the person reads out: eight letters and digits in two groups, `K7QF-2M9X`. */
  code: v.string(),
  at: v.string(),
  purpose: v.picklist(['login', 'test', 'idp-switch', 'logout', 'application']),
  /** `open` until the provider answered. */
  outcome: v.picklist(['open', 'signed-in', 'failed']),
  /** What was typed, or otherwise what the provider said. */
  username: v.nullable(v.string()),
  provider: v.nullable(v.object({ id: v.string(), name: v.string(), type: v.string() })),
  /** What went wrong, as one sentence; null if nothing did. */
  failure: v.nullable(v.string()),
}

export const SignInSummary = v.object(summary)
export type SignInSummary = v.InferOutput<typeof SignInSummary>

export const SignInRecord = v.object({
  ...summary,
  errorID: v.nullable(v.string()),
  finishedAt: v.nullable(v.string()),
  address: v.string(),
  requestID: v.string(),
  user: v.nullable(v.object({ id: v.string(), name: v.string() })),
  checks: v.array(SignInCheck),
})
export type SignInRecord = v.InferOutput<typeof SignInRecord>

export const listSignIns = endpoint({
  name: 'listSignIns',
  summary: 'List recent sign-ins and what failed',
  method: 'GET',
  path: '/portal/admin/sign-ins',
  query: v.object({
    /** Part of a username, a code, or the beginning of a code or of a network address. */
    search: v.optional(v.pipe(v.string(), v.maxLength(320))),
    outcome: v.optional(v.picklist(['open', 'signed-in', 'failed'])),
    idp: v.optional(v.string()),
    /** Sign-ins that began at `since` or later, and before `until`. */
    since: v.optional(Moment),
    until: v.optional(Moment),
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'INVALID_VALUE'))),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  /** If few attempts match, a page may be short or empty and still have a `next`: see docs/decisions/0035. */
  reply: v.object({ signIns: v.array(SignInSummary), next: v.nullable(v.string()) }),
})

/** The code in any case, with or without its hyphen. */
export const getSignIn = endpoint({
  name: 'getSignIn',
  summary: 'Read one sign-in with its checks',
  method: 'GET',
  path: '/portal/admin/sign-ins/{code}',
  reply: SignInRecord,
})
