import { useState, type CSSProperties } from 'react'

import { initialsOf } from '../../kit/ui/initials.ts'
import styles from './application-tile.module.css'
import { tileColour } from './tile-colour.ts'

type Properties = { readonly label: string; readonly urn: string; readonly icon: string | undefined }

/** The icon of an application; letters on a colour where it has none, or where it cannot be loaded. */
export function TileFace({ label, urn, icon }: Properties) {
  const [broken, setBroken] = useState<string>()
  if (icon !== undefined && icon !== broken) {
    return (
      <span className={styles['door']} data-icon aria-hidden="true">
        <img
          className={styles['icon']}
          src={icon}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(icon)}
        />
      </span>
    )
  }
  return (
    <span className={styles['door']} style={{ '--door': tileColour(urn) } as CSSProperties} aria-hidden="true">
      {initialsOf(label)}
    </span>
  )
}
