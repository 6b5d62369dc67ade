import { useEffect, useRef } from 'react'

import { useCore } from '../context/portal-context.tsx'

/** The CSRF token of a posted form, read from its cookie at the moment the form is sent. */
export function CsrfField() {
  const { http } = useCore()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = field.current?.form
    const fill = () => {
      if (field.current !== null) field.current.value = http.cookie('csrf') ?? ''
    }
    form?.addEventListener('submit', fill)
    return () => form?.removeEventListener('submit', fill)
  }, [http])
  return <input ref={field} type="hidden" name="X-CSRFToken" />
}
