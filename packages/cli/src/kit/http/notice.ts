import type { HttpPort } from '@portico/core'

/** What the operator tells the people of a tenant, with each answer to them: `type; message`, percent-encoded. */
const header = 'x-portico-notice'

/** Says what the operator tells, once. */
export function sayingNotice(http: HttpPort, warn: (sentence: string) => void): HttpPort {
  let said: string | undefined
  return onNotice(http, (notice) => {
    if (notice === undefined || notice === said) return
    said = notice
    warn(messageOf(notice))
  })
}

/** Calls `changed` when an answer has another notice than the previous one, or no longer has one. */
export function watchingNotice(http: HttpPort, changed: () => void): HttpPort {
  let last: string | undefined
  return onNotice(http, (notice) => {
    if (notice === last) return
    last = notice
    changed()
  })
}

function onNotice(http: HttpPort, heard: (notice: string | undefined) => void): HttpPort {
  return {
    ...http,
    async send(request) {
      const answer = await http.send(request)
      heard(answer.header(header))
      return answer
    },
  }
}

/** A proxy may have changed it. */
function messageOf(notice: string): string {
  const text = notice.slice(notice.indexOf(';') + 1).trim()
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
