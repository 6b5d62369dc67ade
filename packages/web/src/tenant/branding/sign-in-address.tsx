import { useWords } from '../../kit/context/portal-context.tsx'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import styles from './branding.module.css'

/** Where people see the branding before they sign in. */
export function SignInAddress({ path }: { path: string | null }) {
  const words = useWords()
  return (
    <section className={styles['section']} aria-labelledby="sign-in-address">
      <h2 id="sign-in-address" className={styles['title']}>
        {words.say('branding.signIn')}
      </h2>
      {path === null ? (
        <p>{words.say('branding.signInNone')}</p>
      ) : (
        <CopyableCode label={words.say('branding.signInCopy')} text={`${window.location.origin}${path}`} />
      )}
      <p className={styles['hint']}>{words.say('branding.signInHint')}</p>
    </section>
  )
}
