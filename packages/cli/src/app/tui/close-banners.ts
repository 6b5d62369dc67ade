import type { Core } from '@portico/core'

/** Closes the success banner after its time (spec section 9). The returned function stops it. */
export function closeBannersInTime({ feedback, clock }: Core): () => void {
  let timer: NodeJS.Timeout | undefined
  const unsubscribe = feedback.subscribe(({ success }, before) => {
    if (success === before.success) return
    clearTimeout(timer)
    if (success === undefined) return
    timer = setTimeout(
      () => {
        if (feedback.getState().success === success) feedback.clearSuccess()
      },
      Math.max(0, success.closesAt - clock.now()),
    )
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
