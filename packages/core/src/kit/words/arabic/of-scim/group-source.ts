/** The Arabic of `of-scim/group-source.ts`. */
export const groupSource = {
  'groupSource.title': 'مصدر المجموعات',
  'groupSource.is.claims': 'يحصل الأشخاص على مجموعاتهم من موفّر الهوية عند تسجيل الدخول.',
  'groupSource.is.scim': 'يحصل الأشخاص على المجموعات التي يرسلها الدليل عبر SCIM.',
  'groupSource.to.scim': 'أخذ المجموعات من SCIM',
  'groupSource.to.claims': 'أخذ المجموعات من عمليات تسجيل الدخول',
  'groupSource.ask.scim': 'هل تريد أخذ المجموعات من SCIM؟',
  'groupSource.ask.claims': 'هل تريد أخذ المجموعات من عمليات تسجيل الدخول؟',
  'groupSource.sent':
    'المجموعات التي أرسلها الدليل: {groups, plural, zero {#} one {مجموعة واحدة} two {مجموعتان} few {# مجموعات} many {# مجموعة} other {# مجموعة}}، وفيها {people, plural, zero {# شخص} one {شخص واحد} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}.',
  'groupSource.losing':
    '{people, plural, =0 {لا يفقد أحد مجموعة تمنح دورًا.} zero {لا يفقد أحد مجموعة تمنح دورًا.} one {يفقد شخص واحد مجموعة تمنح دورًا.} two {يفقد شخصان مجموعات تمنح أدوارًا.} few {يفقد # أشخاص مجموعات تمنح أدوارًا.} many {يفقد # شخصًا مجموعات تمنح أدوارًا.} other {يفقد # شخص مجموعات تمنح أدوارًا.}}',
  'groupSource.losesOwn': 'أنت أيضًا تفقد إحدى هذه المجموعات.',
  'groupSource.gaining':
    '{people, plural, =0 {لا يحصل أحد على مجموعة أخرى تمنح دورًا.} zero {لا يحصل أحد على مجموعة أخرى تمنح دورًا.} one {يحصل شخص واحد على مجموعة أخرى تمنح دورًا.} two {يحصل شخصان على مجموعات أخرى تمنح أدوارًا.} few {يحصل # أشخاص على مجموعات أخرى تمنح أدوارًا.} many {يحصل # شخصًا على مجموعات أخرى تمنح أدوارًا.} other {يحصل # شخص على مجموعات أخرى تمنح أدوارًا.}}',
  'groupSource.fromSignIns': 'يحتفظ الأشخاص بمجموعاتهم الحالية إلى أن يسجّلوا الدخول مرة أخرى.',
  'groupSource.now.claims': 'تأتي المجموعات الآن من عمليات تسجيل الدخول.',
  'groupSource.now.scim': 'تأتي المجموعات الآن من SCIM.',
} as const
