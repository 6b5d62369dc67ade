import type { LauncherNotices } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import styles from './requestable-applications.module.css'

/** Applications that are not open to the person, with how to ask for them. */
export function RequestableApplications({ applications }: { applications: LauncherNotices['requestable'] }) {
  const words = useWords()
  return (
    <section className={styles['root']} aria-labelledby="requestable">
      <h2 id="requestable" className={styles['title']}>
        {words.say('launcher.requestable')}
      </h2>
      <ul className={styles['list']}>
        {applications.map(({ id, label, text }) => (
          <li key={id} className={styles['item']}>
            <h3 className={styles['name']}>{label}</h3>
            <p className={styles['text']}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
