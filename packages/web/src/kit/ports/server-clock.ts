import type { Clock, HttpPort } from '@portico/core'

/** Below this difference the device's clock is used; above it, a wrong clock could end a session early. */
const toleranceMs = 5_000

/** The device's clock, corrected by the `Date` header of every response, because `expiresOn` is the server's time. */
export function serverClock(device: Clock): { clock: Clock; watch(http: HttpPort): HttpPort } {
  let offsetMs = 0
  return {
    clock: { now: () => device.now() + offsetMs },
    watch: (http) => ({
      ...http,
      async send(request) {
        const answer = await http.send(request)
        const serverMs = Date.parse(answer.header('date') ?? '')
        if (!Number.isNaN(serverMs)) {
          const difference = serverMs - device.now()
          offsetMs = Math.abs(difference) > toleranceMs ? difference : 0
        }
        return answer
      },
    }),
  }
}
