import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { SignInCheck } from '../../sign-in/sign-in/records-contract.ts'

/** How long the address of a test login can be opened. */
export const testLoginSecs = 600

const tests = '/portal/admin/tenant/idps/{id}/tests'

/** `after` is what the transforms of the provider make of a name; null if they drop it. */
const ChangedName = v.object({ before: v.string(), after: v.nullable(v.string()) })

const Group = v.object({ claim: v.string(), name: v.string() })

/** `application` and `environment` are null for a role of the portal. */
const Role = v.object({
  label: v.string(),
  application: v.nullable(v.string()),
  environment: v.nullable(v.string()),
})

/** What a person with these claims would become. It is not stored as a user or a group. */
export const TestResult = v.object({
  /** As the provider sent them: claims of the ID token and of userinfo, or the NameID and the attributes. */
  claims: v.record(v.string(), v.unknown()),
  /** null if the test failed before the person was identified. */
  mapped: v.nullable(
    v.object({
      username: v.string(),
      name: v.string(),
      email: v.nullable(v.string()),
      /** The username format that covers the username, as people write it: `@acme.example`, `ACME\`. */
      format: v.nullable(v.string()),
      groups: v.array(Group),
      /** Names as the provider wrote them, beside what the transforms make of them. */
      names: v.object({ username: ChangedName, groups: v.array(ChangedName) }),
      /** Roles that follow from the groups. */
      roles: v.array(Role),
      securityAdmin: v.boolean(),
      /** What the person has without this configuration; null if the person has never signed in with the provider. */
      today: v.nullable(v.object({ username: v.string(), groups: v.array(Group), roles: v.array(Role) })),
    }),
  ),
  /** Seconds that the provider's clock is behind ours (negative: ahead), with the time that the answer travelled. */
  clockSecs: v.nullable(v.number()),
})
export type TestResult = v.InferOutput<typeof TestResult>

export const TestLogin = v.object({
  id: v.string(),
  /** `waiting` until the address is opened, `running` until the provider's answer is checked. */
  state: v.picklist(['waiting', 'running', 'passed', 'failed', 'expired']),
  /** Whether the provider was asked to check the person's credentials again. */
  fresh: v.boolean(),
  /** Whether it is about the configuration as it is saved now. */
  current: v.boolean(),
  startedAt: v.string(),
  expiresAt: v.string(),
  finishedAt: v.nullable(v.string()),
  /** Code of the sign-in record; null until the address is opened. */
  code: v.nullable(v.string()),
  /** The checks so far. */
  checks: v.array(SignInCheck),
  /** null until the provider's answer is verified. */
  result: v.nullable(TestResult),
})
export type TestLogin = v.InferOutput<typeof TestLogin>

/**
 * `url` works once, in any browser, for {@link testLoginSecs} seconds. `fresh=false`: the provider is not asked to check the credentials
 * again (`prompt=login`, `ForceAuthn`), for providers that would ask for them in a loop. It applies only to this test login.
 */
export const startTestLogin = endpoint({
  name: 'startTestLogin',
  summary: 'Begin a test login with the saved configuration of an identity provider',
  method: 'POST',
  path: tests,
  query: v.object({ fresh: v.optional(v.picklist(['true', 'false'])) }),
  reply: v.object({ id: v.string(), url: v.string(), expiresAt: v.string() }),
  success: 201,
})

export const getTestLogin = endpoint({
  name: 'getTestLogin',
  summary: 'Read a test login: its checks so far and its result',
  method: 'GET',
  path: `${tests}/{testId}`,
  reply: TestLogin,
})

/** The address of a test login; `token` in the query works once. */
export const openTestLogin = endpoint({
  name: 'openTestLogin',
  summary: 'Begin a test login at the identity provider',
  method: 'GET',
  path: '/login/idps/{idpId}/test',
  success: 303,
})
