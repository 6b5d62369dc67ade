import type { Messages } from '@lingui/core'

import { createApplications } from './applications/store.ts'
import { createBranding } from './branding/store.ts'
import { createEnvironments } from './environments/store.ts'
import { createFeedback } from './feedback/store.ts'
import { createClient } from './http/client.ts'
import type { Clock, DeviceMemory, HttpPort } from './http/port.ts'
import { createLauncher } from './launcher/store.ts'
import { createLeaveBlocker } from './navigation/leave-blocker.ts'
import { createServiceAccounts } from './service-accounts/store.ts'
import { createSession } from './sessions/store.ts'
import { createSignIn } from './sign-in/store.ts'
import { messages } from './words/en.compiled.ts'
import { createWords } from './words/words.ts'

export type CorePorts = {
  readonly http: HttpPort
  readonly clock: Clock
  readonly memory: DeviceMemory
  /** Sentences to begin with; by default those everybody needs. */
  readonly messages?: Messages
}

/** One core per running face: the client, and a store per feature. Nothing happens until it is asked to. */
export function createCore(ports: CorePorts) {
  const client = createClient(ports)
  const words = createWords('en', ports.messages ?? messages)
  const feedback = createFeedback(ports.clock)
  const shared = { client, feedback }
  return {
    clock: ports.clock,
    memory: ports.memory,
    http: ports.http,
    client,
    feedback,
    branding: createBranding({ client, words }),
    signIn: createSignIn({ client, memory: ports.memory, say: (id) => words.find(id) ?? id }),
    session: createSession(shared),
    launcher: createLauncher(shared),
    environments: createEnvironments(shared),
    applications: createApplications(shared),
    serviceAccounts: createServiceAccounts({ ...shared, say: (id) => words.say(id) }),
    leaveBlocker: createLeaveBlocker(),
  }
}

export type Core = ReturnType<typeof createCore>
