import type { CheckLine } from '../../kit/checks/checks.ts'
import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { say } from '../../kit/words/say.ts'
import { plainPage } from '../../kit/pages/page.ts'
import type { Recording } from '../records/recording.ts'
import { addLines } from '../records/records.ts'
import type { AttemptTest } from '../attempts/attempt-test.ts'
import { clockSecsOf, shownClaims } from './result.ts'
import { endTest } from './rows.ts'

type Attempt = { readonly test?: AttemptTest | undefined; readonly recordId: string | undefined }

/**
 * Makes a recording that of a test login: its checks are written down as they happen, for the administrator who watches,
 * and a failure ends on a plain page.
 */
export function followTest(
  { deps, tenantId, attempt }: { readonly deps: Deps; readonly tenantId: string; readonly attempt: Attempt },
  recording: Recording,
): void {
  const { test, recordId } = attempt
  if (test === undefined || recordId === undefined) return
  const { checks } = recording
  const scope = visitorScope(deps.database, tenantId)
  recording.purpose = 'test'
  recording.recordId = recordId
  let written = 0
  let settled = false
  let writing: Promise<void> | undefined

  async function write(id: string): Promise<void> {
    while (!settled && written < checks.lines.length) {
      const lines: readonly CheckLine[] = checks.lines.slice(written)
      try {
        await scope.transaction((tx) => addLines(tx, id, lines))
        written += lines.length
      } catch (error) {
        // They are written down at the end of this half.
        deps.log.warn({ err: error }, 'checks of a test login could not be written down while it runs')
        settled = true
      }
    }
  }

  recording.followed = {
    noted() {
      writing ??= write(recordId).finally(() => (writing = undefined))
    },
    async settle() {
      settled = true
      await writing
    },
    rest: () => checks.lines.slice(written),
    async failed(fault, code) {
      const { claims } = recording
      const clockSecs = clockSecsOf(checks.lines)
      const result = claims === undefined ? undefined : { claims: shownClaims(claims), mapped: null, clockSecs }
      await scope.transaction((tx) => endTest(tx, deps.secrets, test.id, { passed: false, result }))
      const reference = code === undefined ? [] : [say('error.code', { code })]
      return plainPage(say('testLogin.failedTitle'), [say(fault.code), say('testLogin.seePortal'), ...reference])
    },
  }
}
