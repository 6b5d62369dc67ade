import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore } from '../context/portal-context.tsx'
import { Banner } from '../ui/banner.tsx'

/** A success or a note. Closes by itself at `closesAt`, ten seconds after it opened (spec section 9). */
export function SuccessBanner() {
  const { clock, feedback } = useCore()
  const success = useStore(feedback, (state) => state.success)
  useEffect(() => {
    if (success === undefined) return
    const timer = setTimeout(() => feedback.clearSuccess(), Math.max(0, success.closesAt - clock.now()))
    return () => clearTimeout(timer)
  }, [success, clock, feedback])
  if (success === undefined) return null
  return (
    <Banner
      tone={success.isNote === true ? 'plain' : 'good'}
      title={success.message}
      onClose={() => feedback.clearSuccess()}
    />
  )
}
