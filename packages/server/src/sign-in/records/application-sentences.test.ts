import { findings, type FindingId } from '@portico/core/contract'
import { expect, it } from 'vitest'

import { checkOf } from './routes.ts'

/** The checks of a message from an application; the other findings are about answers of a provider. */
const ofMessages = (Object.keys(findings) as FindingId[]).filter((finding) =>
  /^saml-(message|version|signature|certificate-(other|none|expired|early)|destination|too-)/.test(finding),
)

it.each(ofMessages)('%s in the message of an application names the application and no provider', (finding) => {
  const line = { check: findings[finding].check, outcome: 'failed', finding, evidence: {} } as const
  const { message, todo } = checkOf(line, 'Billing')
  expect(message).toMatch(/^“Billing”: ./)
  expect(`${message} ${todo}`).not.toMatch(/provider/i)
  expect(todo).toMatch(/application|person/i)
  // Of an unknown sender there is no name.
  expect(checkOf(line, null).message).not.toContain('“Billing”')
  expect(checkOf(line)).not.toEqual(checkOf(line, null))
})

it('the findings about the application itself name it already', () => {
  const evidence = { application: 'Billing', found: 'a', expected: 'b' }
  const line = { check: 'application', outcome: 'failed', finding: 'application-address', evidence } as const
  expect(checkOf(line, 'Billing')).toEqual(checkOf(line))
})
