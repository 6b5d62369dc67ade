/**
 * What the pages show before their script has loaded, in the classes of the kit. Each matches React's first render of
 * that screen, to avoid a layout shift (e2e/loading-web.e2e.ts). React keeps showing an element with `data-outline`
 * until its screen can be drawn (navigation/opening.tsx).
 */

const logo =
  '<svg class="logo-root" viewBox="0 0 32 32"><path class="logo-door" d="M4 30V14a12 12 0 0 1 24 0v16z" />' +
  '<path class="logo-light" d="M11 30V15a5 5 0 0 1 10 0v15z" /></svg>'
const loading = loadingOf('rows')

/** By file name of the page; `portal` is the page of every path without a separate one. */
export const skeletons: Readonly<Record<string, string>> = {
  portal: hidden(loadingOf('page')),
  administration: hidden(inLayout(loadingOf('page'))),
  launcher: hidden(
    inLayout(
      '<div class="launcher-home-hero"><div><h1 class="launcher-home-hello">' +
        // The server puts the name of a signed-in person there (server: pages/greeting.ts).
        '<!--greeting--><span class="skeleton-root launcher-home-helloSkeleton"></span><!--/greeting--></h1><span class="launcher-home-count"></span></div>' +
        '<div class="launcher-home-tools"><div class="application-filter-root"><input class="text-field-input application-filter-input" disabled /></div>' +
        '<span class="skeleton-root launcher-home-switchSkeleton"></span></div></div>' +
        `<div class="application-grid-grid">${'<span class="skeleton-root grid-skeleton-tile"></span>'.repeat(12)}</div>`,
    ),
  ),
  environments:
    `<div data-skeleton><div class="simple-page-root"><div class="simple-page-header"><span class="simple-page-brand">${logo}</span></div>` +
    '<main class="simple-page-main"><div class="environment-picker-head"><h1>{{environments.title}}</h1>' +
    '<p class="environment-picker-lead"></p></div><div aria-hidden="true">' +
    '<span class="skeleton-root picker-skeleton-title"></span><div class="environment-section-list">' +
    `${'<span class="skeleton-root picker-skeleton-card"></span>'.repeat(3)}</div></div></main></div></div>`,
}

/** Pages of administration whose screen has a file of scripts (build/screen-scripts.ts): what is known of them without data. */
export const outlines: Readonly<Record<string, string>> = {
  'environment-settings': outlined(head('portal.environmentSettings') + loading),
  'service-account-create': outlined(
    '<ol class="breadcrumbs-root"><li class="breadcrumbs-crumb"><span class="breadcrumbs-link">&nbsp;</span></li></ol>' +
      head('serviceAccount.create') +
      '<div class="form-page-columns"><div class="form-page-fields"><div class="text-field-root">' +
      '<span class="text-field-label">{{field.name}}</span><input class="text-field-input compact-field-input" disabled />' +
      '<p class="text-field-hint">&nbsp;</p></div>' +
      '<section><h2 class="form-page-section">{{field.keys}}</h2>' +
      `<p class="form-page-hint">{{serviceAccount.keysHint}}</p>${loading}</section></div></div>`,
  ),
  'identity-providers': outlined(
    head('settings.title') +
      '<div class="tab-links-root"><div class="tab-links-list">' +
      '<span class="tab-links-tab tab-links-current">{{settings.identity-providers}}</span>' +
      '<span class="tab-links-tab">{{settings.security-settings}}</span></div></div>' +
      '<div class="list-head-head"><p class="provider-table-lead">{{formats.lead}}</p>' +
      '<span class="button-root">{{idp.recentSignIns}}</span>' +
      `<span class="button-root button-primary">{{idp.add}}</span></div>${loading}`,
  ),
  'sign-ins': outlined(head('signIns.title') + loading),
}

/** As `Loading` draws it. */
function loadingOf(shape: 'rows' | 'page'): string {
  return `<div class="loading-root loading-${shape}">${'<span class="skeleton-root loading-line"></span>'.repeat(6)}</div>`
}

function outlined(content: string): string {
  return hidden(inLayout(`<div data-outline aria-hidden="true">${content}</div>`))
}

function head(title: string): string {
  return `<div class="page-frame-head"><h1 class="page-frame-title">{{${title}}}</h1></div>`
}

function inLayout(content: string): string {
  return (
    `<div class="portal-layout-root"><div class="header-root"><span class="header-brand">${logo}</span>` +
    '<span class="header-switcher"></span><span class="skeleton-root user-menu-placeholder"></span></div>' +
    `<div class="portal-layout-main">${content}</div></div>`
  )
}

function hidden(content: string): string {
  return `<div data-skeleton aria-hidden="true">${content}</div>`
}
