import { useState, type ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { SignOutForm } from './sign-out-form.tsx'

type Properties = {
  /** Of the button, and of the one that confirms. */
  readonly label: string
  readonly title: string
  /** What stays, and how to come back. */
  readonly children: ReactNode
}

/** Ends a session that cannot be resumed with a username, so it asks first: that of a setup URL or of a recovery code. */
export function AskedSignOut({ label, title, children }: Properties) {
  const words = useWords()
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {isAsking && (
        <Dialog
          title={title}
          onClose={stay}
          actions={
            <>
              <Button data-initial-focus="" onClick={stay}>
                {words.say('form.cancel')}
              </Button>
              <SignOutForm>
                <Button type="submit" look="primary">
                  {label}
                </Button>
              </SignOutForm>
            </>
          }
        >
          {children}
        </Dialog>
      )}
    </>
  )
}
