/** The Arabic of `server-and-terminal/access.ts`. */
export const access = {
  'explain.otherProvider':
    'يقود «{username}» إلى «{there}»، بينما يتبع {name} «{provider}»: تحقق من صيغ أسماء المستخدمين لدى كليهما.',
  'explain.provider': '«{provider}» مفعّل{primary, select, true { وهو موفّر الهوية الأساسي} other {}}.',
  'explain.providerOff': '«{provider}» معطّل. لا يمكن لأشخاصه تسجيل الدخول إلى أن يُفعّل.',
  'explain.person': '{name}: اسم المستخدم المعروف «{username}»، وآخر تسجيل دخول في {at}.',
  'explain.personKnown': '{name}: اسم المستخدم المعروف «{username}»، ولا تسجيل دخول بعد.',
  'explain.personForeign':
    'اسم المستخدم {username} الخاص بـ {name} لا يتبع {provider}، لذا لا يمكن تسجيل الدخول به. غيّر الاسم لدى الموفّر أو صيغ أسماء المستخدمين فيه.',
  'people.ambiguousUsername': 'نطاق اسم المستخدم تابع لموفّر الهوية، لكن قد يقرأ تطبيقٌ من الاسم نطاقًا آخر.',
  'explain.personOff': 'أُلغي تنشيط حساب {name} ولا يمكن تسجيل الدخول به. يمكن لأحد المسؤولين إعادة تنشيطه.',
  'explain.several':
    'لدى «{provider}» {count, plural, zero {# شخص} one {شخص واحد} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}} باسم المستخدم هذا. والمقصود هنا {name}، صاحب آخر تسجيل دخول.',
  'explain.notSeen': 'لم يسجّل «{username}» الدخول بـ «{provider}» بعد. تُعرف مجموعات الشخص بعد أول تسجيل دخول.',
  'explain.seenElsewhere':
    'لم يسجّل «{username}» الدخول بـ «{provider}» بعد، لكن شخصًا باسم المستخدم هذا معروف لدى «{other}».',
  'explain.groups':
    'هذا الشخص في {count, plural, zero {# مجموعة} one {مجموعة واحدة} two {مجموعتين} few {# مجموعات} many {# مجموعة} other {# مجموعة}}: {list}{more, plural, =0 {} zero {} one { ومجموعة أخرى} two { ومجموعتين أخريين} few { و# مجموعات أخرى} many { و# مجموعة أخرى} other { و# مجموعة أخرى}}.',
  'explain.received': '{name} (وردت باسم {claim})',
  'explain.noGroups': 'لم يرسل «{provider}» أي مجموعات. تحقق من مطالبة المجموعات لديه، ومن مجموعات الشخص هناك.',
  'explain.noGroupsYet': 'لا تُعرف أي مجموعة للشخص قبل أول تسجيل دخول.',
  'explain.groupsUnknown': 'ترد المجموعات مع أول تسجيل دخول.',
  'explain.roles':
    'لهذا الشخص {count, plural, zero {# دور} one {دور واحد} two {دوران} few {# أدوار} many {# دورًا} other {# دور}}: {list}{more, plural, =0 {} zero {} one { ودور آخر} two { ودوران آخران} few { و# أدوار أخرى} many { و# دورًا آخر} other { و# دور آخر}}.',
  'explain.role': '{role} في {application} ضمن {environment} (عبر {groups})',
  'explain.tenantRole': '{role} في {environment} (عبر {groups})',
  'explain.portalRole': '{role} (عبر {groups})',
  'explain.access': 'وصول دون دور (عبر {groups}).',
  'explain.noRoles': 'لا ترتبط أي من مجموعات الشخص بدور{place}.',
  'explain.rolesUnknown': 'تتحدد الأدوار من المجموعات.',
  'explain.inEnvironment': ' في {environment}',
  'explain.ofApplication': ' في {application}',
  'explain.ofApplicationIn': ' في {application} ضمن {environment}',
  'explain.openedBy':
    'المجموعات التي تفتحه: {list}{more, plural, =0 {} zero {} one { ومجموعة أخرى} two { ومجموعتان أخريان} few { و# مجموعات أخرى} many { و# مجموعة أخرى} other { و# مجموعة أخرى}}.',
  'explain.openingGroup': '{name} ({what} في {environment}، من «{provider}»)',
  'explain.justAccess': 'وصول',
  'explain.nothingMapped': 'لا تفتحه أي مجموعة.',
  'explain.notPlaced': 'التطبيق {application} ليس من تطبيقات {environment}.',
  'explain.adminElsewhere':
    'المجموعة {groups} مرتبطة بدور Security Admin، لكن هذا الدور لا يُعتد به إلا لأشخاص موفّر الهوية الأساسي{primary, select, none {} other { «{primary}»}}.',
  'explain.portalItself': 'البوابة نفسها متاحة لكل من يمكنه تسجيل الدخول.',
  'explain.applications':
    'يمكن لهذا الشخص فتح {count, plural, zero {# تطبيق} one {تطبيق واحد} two {تطبيقين} few {# تطبيقات} many {# تطبيقًا} other {# تطبيق}}: {list}{more, plural, =0 {} zero {} one { وتطبيق آخر} two { وتطبيقين آخرين} few { و# تطبيقات أخرى} many { و# تطبيقًا آخر} other { و# تطبيق آخر}}.',
  'explain.applicationIn': '{application} في {environment}',
  'explain.noApplications': 'لا يمكن لهذا الشخص فتح {what, select, one {هذا التطبيق} other {أي تطبيق}}.',
  'explain.opensUnless':
    'كانت المجموعات ستفتح {list}{more, plural, =0 {} zero {} one { وتطبيقًا آخر} two { وتطبيقين آخرين} few { و# تطبيقات أخرى} many { و# تطبيقًا آخر} other { و# تطبيق آخر}}، لكن لا يمكن للشخص تسجيل الدخول.',
  'explain.applicationsUnknown': 'يُعرف ما يمكن للشخص فتحه بعد أول تسجيل دخول.',
} as const
