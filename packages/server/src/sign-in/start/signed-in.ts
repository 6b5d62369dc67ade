import { readSignedIn } from '@portico/core/contract'

import { Failure } from '../../kit/http/failure.ts'
import type { Call } from '../../kit/http/route.ts'

/** GET /login/session: says only whether the session of this browser's cookie is valid, and does not count as a use of it. */
export async function answerSignedIn({ deps, request, requestId }: Call<typeof readSignedIn>) {
  try {
    const { credential } = await deps.senders.senderOf(request)
    const answered = { method: 'GET', path: `/api${readSignedIn.path}`, status: 200, requestId }
    await deps.senders.transcribe(credential, answered)
    return { value: { signedIn: credential.kind === 'session' } }
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return { value: { signedIn: false } }
    throw error
  }
}
