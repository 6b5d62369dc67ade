import type { Words } from '../../kit/words/words.ts'
import type { StalledProvisioning } from './contract.ts'
import type { NoticeLevel } from '../../kit/expiry.ts'

/** A paused application waits for an administrator, as does one that refuses everything; one without an answer may recover by itself. */
export function stalledLevel({ reason }: StalledProvisioning): NoticeLevel {
  return reason === 'failing' ? 'soon' : 'urgent'
}

/** Why it gets no people, and what to do, without its name. */
export function stalledSentence(
  { reason, failedAttempts, refusedKind, removals }: StalledProvisioning,
  say: Words['say'],
): string {
  const count = reason === 'removals' ? removals : failedAttempts
  return say(`notices.stalled.${reason}`, { count, kind: refusedKind ?? '' })
}

/** Most applications are in several environments. */
export function stalledName({
  application,
  environment,
}: Pick<StalledProvisioning, 'application' | 'environment'>): string {
  return `${application} (${environment})`
}

/** Differs for each application in an environment, and for each reason. */
export function stalledId({ environmentId, applicationId, reason }: StalledProvisioning): string {
  return `provisioning ${environmentId} ${applicationId} ${reason}`
}
