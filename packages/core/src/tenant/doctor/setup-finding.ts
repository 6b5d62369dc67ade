import { daysUntil } from '../../kit/expiry.ts'
import type { Words } from '../../kit/words/words.ts'
import type { DoctorFacts } from './contract.ts'
import { finding, type DoctorFinding } from './finding.ts'

/** An open setup URL is urgent: completing the setup replaces the primary identity provider. */
export function setupFinding({ setup, now }: DoctorFacts, say: Words['say']): DoctorFinding[] {
  if (setup === undefined || setup === null) return []
  const { madeBy, openedAt, openedFrom, expiresOn } = setup
  const until = `${expiresOn.slice(0, 16).replace('T', ' ')} UTC`
  const message =
    openedAt === null
      ? say('findings.setup', { by: madeBy, until })
      : say('findings.setupOpened', { by: madeBy, from: openedFrom ?? '', until })
  return [
    finding('setup-url', 'urgent', {
      message,
      command: 'portico setup open URL',
      at: expiresOn,
      days: daysUntil(expiresOn, Date.parse(now)),
      target: { kind: 'administrators' },
    }),
  ]
}
