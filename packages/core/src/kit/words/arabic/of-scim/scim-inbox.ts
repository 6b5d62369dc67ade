/** The Arabic of `of-scim/scim-inbox.ts`. */
export const scimInbox = {
  'scimInbox.title': 'ما أرسله الدليل',
  'scimInbox.lead': 'كل الطلبات برمز مميّز صالح في آخر 30 يومًا، من دون الأسرار.',
  'scimInbox.none':
    'لم يرسل الدليل شيئًا برمز مميّز صالح في آخر 30 يومًا. إن أبلغ عن أخطاء، فتحقق من أنه يرسل إلى عنوان URL الأساسي لـ SCIM وبرمز مميّز نشط.',
  'scimInbox.noneFound': 'لا يوجد طلب مطابق في آخر 30 يومًا.',
  'scimInbox.count':
    '{count, plural, zero {#} one {يُعرض طلب واحد.} two {يُعرض طلبان.} few {تُعرض # طلبات.} many {يُعرض # طلبًا.} other {يُعرض # طلب.}}',
  'scimInbox.show': 'عرض',
  'scimInbox.only.all': 'كل الطلبات',
  'scimInbox.only.changed': 'الطلبات التي غيّرت شيئًا',
  'scimInbox.only.failed': 'الطلبات الفاشلة',
  'scimInbox.time': 'الوقت',
  'scimInbox.request': 'الطلب',
  'scimInbox.answer': 'الرد',
  'scimInbox.changed': 'ما غيّره',
  'scimInbox.nothing': 'لا شيء',
  'scimInbox.more':
    '{count, plural, zero {#} one {تغيير آخر} two {تغييران آخران} few {# تغييرات أخرى} many {# تغييرًا آخر} other {# تغيير آخر}}',
  'scimInbox.open': 'عرض الطلب {method} {path} في {time}',
  'scimInbox.dialect': 'اللهجة',
  'scimInbox.dialect.standard': 'قياسية',
  'scimInbox.dialect.entra': 'Entra',
  'scimInbox.dialect.entra-legacy': 'Entra، الصيغة الأقدم',
  'scimInbox.dialect.okta': 'Okta',
  'scimInbox.dryRun': 'تشغيل تجريبي: لم يتغيّر شيء',
  'scimInbox.refused': 'سبب الرفض',
  'scimInbox.took': 'تم الرد خلال {ms, number} مللي ثانية',
  'scimInbox.token': 'الرمز المميّز',
  'scimInbox.requestID': 'معرّف الطلب',
  'scimInbox.query': 'الاستعلام',
  'scimInbox.body': 'ما أُرسل',
  'scimInbox.noBody': 'لم يكن للطلب محتوى.',
  'scimInbox.redacted': 'لا تُعرض إلا القيم التي تعرّف الأشخاص والمجموعات. أما النصوص الأخرى فيُعرض طولها فقط.',
  'scimInbox.close': 'إغلاق',
  'scimInbox.change.scim-user.create': 'أُنشئ {name}',
  'scimInbox.change.scim-user.update': 'عُدِّل {name}',
  'scimInbox.change.scim-user.delete': 'حُذف {name}',
  'scimInbox.change.person.deactivate': 'أُلغي تنشيط {name}',
  'scimInbox.change.person.reactivate': 'أُعيد تنشيط {name}',
  'scimInbox.change.scim-group.create': 'أُنشئت المجموعة {name}',
  'scimInbox.change.scim-group.update': 'عُدِّلت المجموعة {name}',
  'scimInbox.change.scim-group.delete': 'حُذفت المجموعة {name}',
  'scimInbox.added':
    '{count, plural, zero {#} one {أُضيف عضو واحد} two {أُضيف عضوان} few {أُضيف # أعضاء} many {أُضيف # عضوًا} other {أُضيف # عضو}}',
  'scimInbox.removed':
    '{count, plural, zero {#} one {أُزيل عضو واحد} two {أُزيل عضوان} few {أُزيل # أعضاء} many {أُزيل # عضوًا} other {أُزيل # عضو}}',
  'scimActivity.title': 'النشاط',
  'scimActivity.by.day': '30 يومًا',
  'scimActivity.by.hour': '48 ساعة',
  'scimActivity.total.day':
    '{requests, plural, =0 {لا طلبات} zero {#} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}} في 30 يومًا: {changed, number} غيّرت شيئًا، و{failed, number} فشلت.',
  'scimActivity.total.hour':
    '{requests, plural, =0 {لا طلبات} zero {#} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}} في 48 ساعة: {changed, number} غيّرت شيئًا، و{failed, number} فشلت.',
  'scimActivity.one':
    '{at}: {requests, plural, zero {#} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}، {changed, number} غيّرت شيئًا، و{failed, number} فشلت',
  'scimActivity.asTable': 'عرض في جدول',
  'scimActivity.from': 'من',
  'scimActivity.requests': 'الطلبات',
  'scimActivity.changed': 'غيّرت شيئًا',
  'scimActivity.other': 'لم تغيّر شيئًا',
  'scimActivity.failed': 'فشلت',
  'scimDrift.title': 'الاختلافات',
  'scimDrift.lead': 'الاختلافات بين الدليل وهذا المستأجر.',
  'scimDrift.none': 'الدليل وهذا المستأجر متطابقان.',
  'scimDrift.nothingSent': 'لم يرسل الدليل أي أشخاص أو مجموعات بعد.',
  'scimDrift.goneGroups':
    '{count, plural, =0 {لا توجد مجموعة مرتبطة مفقودة من الدليل} zero {#} one {مجموعة مرتبطة واحدة مفقودة من الدليل} two {مجموعتان مرتبطتان مفقودتان من الدليل} few {# مجموعات مرتبطة مفقودة من الدليل} many {# مجموعة مرتبطة مفقودة من الدليل} other {# مجموعة مرتبطة مفقودة من الدليل}}',
  'scimDrift.goneGroupsHelp':
    'تمنح هذه المجموعات أدوارًا وليس لها أعضاء في الدليل. أزل ارتباطاتها، أو اجعل الدليل يرسلها مرة أخرى.',
  'scimDrift.deleted': 'حُذفت في الدليل',
  'scimDrift.neverSent': 'لم تُرسل قط',
  'scimDrift.unknownMembers':
    '{count, plural, =0 {أُرسل جميع أعضاء المجموعات بصفتهم مستخدمين} zero {#} one {عضو واحد في مجموعة لم يُرسل قط بصفته مستخدمًا} two {عضوان في مجموعات لم يُرسلا قط بصفتهما مستخدمَين} few {# أعضاء في مجموعات لم يُرسلوا قط بصفتهم مستخدمين} many {# عضوًا في مجموعات لم يُرسلوا قط بصفتهم مستخدمين} other {# عضو في مجموعات لم يُرسلوا قط بصفتهم مستخدمين}}',
  'scimDrift.unknownMembersHelp':
    'يضيفهم الدليل إلى مجموعات لكنه لم يرسلهم بصفتهم مستخدمين. زوّد بهؤلاء الأشخاص من الدليل، أو أزلهم من المجموعات.',
  'scimDrift.namedIn': 'مذكور في {group}',
  'scimDrift.unnamedGroup': 'مجموعة بلا اسم',
  'scimDrift.requests':
    '{count, plural, zero {#} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  'scimDrift.foreignUsernames':
    '{count, plural, =0 {جميع أسماء المستخدمين تتبع موفّر الهوية هذا} zero {#} one {اسم مستخدم واحد لا يتبع موفّر الهوية هذا} two {اسما مستخدم لا يتبعان موفّر الهوية هذا} few {# أسماء مستخدمين لا تتبع موفّر الهوية هذا} many {# اسم مستخدم لا تتبع موفّر الهوية هذا} other {# اسم مستخدم لا تتبع موفّر الهوية هذا}}',
  'scimDrift.foreignUsernamesHelp':
    'لا يمكن لهؤلاء الأشخاص تسجيل الدخول ولا يُرسلون إلى التطبيقات. صحّح الأسماء في الدليل أو صيغ أسماء المستخدمين لدى الموفّر.',
  'scimDrift.inDirectory': '{active, select, true {نشط في الدليل} other {غير نشط في الدليل}}',
  'scimDrift.unseen':
    '{count, plural, =0 {سجّل الدخول كل من أرسله الدليل} zero {#} one {شخص واحد أُرسل ولم يسجّل الدخول قط} two {شخصان أُرسلا ولم يسجّلا الدخول قط} few {# أشخاص أُرسلوا ولم يسجّلوا الدخول قط} many {# شخصًا أُرسلوا ولم يسجّلوا الدخول قط} other {# شخص أُرسلوا ولم يسجّلوا الدخول قط}}',
  'scimDrift.unseenMany': 'أكثر من {count, number} شخص أُرسلوا ولم يسجّلوا الدخول قط',
  'scimDrift.unseenHelp': 'ربما لم يحتاجوا إلى تسجيل الدخول بعد.',
  'scimDrift.sent': 'أُرسل',
  'scimDrift.groups':
    '{count, plural, =0 {بلا مجموعات} zero {#} one {مجموعة واحدة} two {مجموعتان} few {# مجموعات} many {# مجموعة} other {# مجموعة}}',
  'scimDrift.firstOf': 'يُعرض أول {shown, number} من أصل {count, number}.',
  'scimDrift.count':
    '{count, plural, zero {#} one {يُعرض شخص واحد.} two {يُعرض شخصان.} few {يُعرض # أشخاص.} many {يُعرض # شخصًا.} other {يُعرض # شخص.}}',
  'scimDrift.showPeople': 'عرض هؤلاء الأشخاص',
  'scimDrift.hidePeople': 'إخفاء هؤلاء الأشخاص',
  'scimDrift.morePeople': 'عرض المزيد من الأشخاص',
} as const
