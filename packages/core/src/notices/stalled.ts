import type { Words } from '../words/words.ts'
import type { StalledProvisioning } from './contract.ts'
import type { NoticeLevel } from './steps.ts'

/** A paused application waits for an administrator; one that fails may recover by itself. */
export function stalledLevel({ reason }: StalledProvisioning): NoticeLevel {
  return reason === 'failing' ? 'soon' : 'urgent'
}

/** Why it gets no people, and what to do, without its name. */
export function stalledSentence({ reason, failedAttempts, removals }: StalledProvisioning, say: Words['say']): string {
  return say(`notices.stalled.${reason}`, { count: reason === 'removals' ? removals : failedAttempts })
}

/** Most applications are in several environments. */
export function stalledName({ application, environment }: StalledProvisioning): string {
  return `${application} (${environment})`
}

/** Differs for each application in an environment, and for each reason. */
export function stalledId({ environmentId, applicationId, reason }: StalledProvisioning): string {
  return `provisioning ${environmentId} ${applicationId} ${reason}`
}
