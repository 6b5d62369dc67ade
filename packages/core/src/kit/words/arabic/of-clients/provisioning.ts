/** The Arabic of `of-clients/provisioning.ts`. */
export const provisioning = {
  PROVISIONING_OF_PORTAL: 'لا يمكن التزويد للبوابة نفسها: هؤلاء الأشخاص موجودون فيها بالفعل. اختر تطبيقًا آخر.',
  PROVISIONING_TOKEN_REQUIRED: 'أدخل رمز Bearer المميّز الذي يقبله التطبيق لطلبات SCIM.',
  PROVISIONING_TOKEN_SHAPE: 'أدخل رمزًا مميّزًا يتكوّن من أحرف وأرقام والعلامات ‎- . _ ~ + / =‎ فقط، من دون مسافات.',
  PROVISIONING_URL_SHAPE: 'أدخل عنوانًا يبدأ بـ https://، من دون اسم مستخدم أو استعلام (?) أو مقطع (#).',
  'provisioning.saved': 'حُفظت إعدادات التزويد.',
  'provisioning.removed': 'لن يُرسَل الأشخاص والمجموعات إلى التطبيق بعد الآن. يبقى الموجودون فيه كما هم.',
  'provisioning.retried': 'تُعاد الآن محاولة إرسال كل ما لم يصل.',
  'provisioning.tested': 'ردّ التطبيق وقبِل الرمز المميّز.',
  'provisioning.resent': 'يُقارَن كل شيء ويُرسَل من جديد.',
  'provisioning.testFailed': 'الاتصال لا يعمل: {why}',
  'provisioning.testToken':
    'رفض التطبيق الرمز المميّز بالحالة {status}. تحقّق من أنه كامل وغير منتهي الصلاحية ويجوز استخدامه لـ SCIM.',
  'provisioning.test.address':
    'لا توجد خدمة SCIM على هذا العنوان: جاء الرد بالحالة {status}. عنوان URL الأساسي هو ما يسبق ‎/Users.',
  'provisioning.test.answer': 'هناك رد من هذا العنوان، لكنه ليس من خدمة SCIM. عنوان URL الأساسي هو ما يسبق ‎/Users.',
  'provisioning.testSays': 'نص الرد: {detail}',
  'provisioning.testFirst': 'أدخل أولًا عنوان URL الأساسي والرمز المميّز.',
  'provisioning.title': 'التزويد',
  'provisioning.lead':
    'يرسل Portico الأشخاص الذين يمكنهم فتح هذا التطبيق في هذه البيئة إلى خدمة SCIM الخاصة به قبل أن يسجّلوا الدخول، ويبقي بياناتهم محدَّثة.',
  'provisioning.url': 'عنوان URL الأساسي لخدمة SCIM',
  'provisioning.hint.url':
    'العنوان الذي يُضاف إليه ‎/Users. يُعَدّ أي عنوان آخر دليلًا جديدًا: يحتاج إلى رمز مميّز خاص به، ويُرسَل إليه كل شيء من جديد.',
  'provisioning.bearerToken': 'رمز Bearer المميّز',
  'provisioning.hint.bearerToken': 'الرمز المميّز الذي أصدره التطبيق لـ SCIM. يُخزَّن مشفَّرًا ولا يُعرَض أبدًا.',
  'provisioning.tokenStored': 'مخزَّن',
  'provisioning.tokenKept': 'هناك رمز مميّز مخزَّن. اترك الحقل فارغًا للاحتفاظ به.',
  'provisioning.sendGroups': 'إرسال المجموعات أيضًا',
  'provisioning.hint.sendGroups':
    'المجموعات التي تتيح فتح التطبيق، مع أعضائها. عند إيقاف هذا الخيار تُحذف من التطبيق المجموعات التي سبق إرسالها.',
  'provisioning.anyEmail': 'إرسال عناوين البريد الإلكتروني من أي نطاق',
  'provisioning.hint.anyEmail':
    'فقط لتطبيق لا يتعرّف على الأشخاص من خلال عنوان بريدهم الإلكتروني: قد يعود عنوان خارج نطاقات موفّر الهوية إلى شخص آخر.',
  'provisioning.removal': 'الأشخاص الذين يفقدون الوصول',
  'provisioning.removal.deactivate': 'إلغاء تنشيطهم في التطبيق',
  'provisioning.removal.delete': 'حذفهم من التطبيق',
  'provisioning.enabled': 'إرسال التغييرات',
  'provisioning.hint.enabled': 'ما دام هذا الخيار متوقفًا، لا يُرسَل شيء.',
  'provisioning.yes': 'نعم',
  'provisioning.no': 'لا',
  'provisioning.progress': 'التقدّم',
  'provisioning.state.on': 'مشغَّل',
  'provisioning.state.retrying': 'ينتظر بعد فشل',
  'provisioning.state.off': 'متوقف',
  'provisioning.state.refused':
    '{kind, select, group {المجموعات لا تصل: يرفضها التطبيق. إذا كان لا يدعم المجموعات فأوقف «إرسال المجموعات أيضًا».} other {الأشخاص لا يصلون: يرفضهم التطبيق. تحقّق من عنوان URL الأساسي ومما يسمح به الرمز المميّز في التطبيق.}}',
  'provisioning.failing': 'لا يعمل',
  'provisioning.state.unauthorized':
    'متوقف مؤقتًا: رفض التطبيق الرمز المميّز. أدخل رمزًا مميّزًا جديدًا وشغّل «إرسال التغييرات».',
  'provisioning.state.removals':
    'متوقف مؤقتًا: {count, plural, zero {لن يُزال أحد} one {سيُزال شخص واحد} two {سيُزال شخصان} few {سيُزال # أشخاص} many {سيُزال # شخصًا} other {سيُزال # شخص}} من التطبيق. إذا كان ذلك صحيحًا فشغّل «إرسال التغييرات»، وإلا فصحّح المجموعات أو ارتباطاتها أو موفّري الهوية أولًا.',
  'provisioning.stateNow': 'الحالة: {state}',
  'provisioning.state.restored':
    'متوقف مؤقتًا: استُعيدت قاعدة البيانات هذه من نسخة احتياطية. إذا كان يجوز لهذه النسخة من Portico أن ترسل إلى التطبيق فشغّل «إرسال التغييرات»: عندئذ يُقارَن كل شيء ويُرسَل من جديد.',
  'provisioning.notYet': 'ليس بعد',
  'provisioning.failure.status': 'ردّ التطبيق بالحالة {status}',
  'provisioning.failure.redirect': 'ردّ التطبيق بإعادة توجيه، وهي لا تُتّبع',
  'provisioning.failure.timeout': 'لم يردّ التطبيق في الوقت المحدد',
  'provisioning.failure.forbidden': 'لا يتصل الخادم بهذا العنوان: لا يُسمح إلا بعناوين https العامة',
  'provisioning.failure.unreachable': 'تعذّر الوصول إلى التطبيق',
  'provisioning.failure.tls': 'فشل الاتصال الآمن. قد تكون الشهادة منتهية الصلاحية أو غير موثوق بها',
  'provisioning.failure.address': 'لا توجد خدمة SCIM على هذا العنوان',
  'provisioning.failure.answer': 'لم يكن الرد رد SCIM صالحًا',
  'provisioning.failure.taken': 'يوجد في التطبيق شخص آخر أو مجموعة أخرى بهذا الاسم',
  'provisioning.failure.members': 'بعض أعضاء المجموعة ليسوا في التطبيق بعد',
  'provisioning.kind.person': 'شخص',
  'provisioning.kind.group': 'مجموعة',
  'provisioning.change.create': 'إنشاء',
  'provisioning.change.update': 'تحديث',
  'provisioning.change.remove': 'إزالة',
  'provisioning.behind': 'ما لم يصل',
  'provisioning.behindLead': 'أشخاص ومجموعات لم تُحدَّث بياناتهم في التطبيق بعد.',
  'provisioning.behindNone': 'التطبيق محدَّث.',
  'provisioning.behindCount':
    'المعروض من الأشخاص والمجموعات: {count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}.',
  'provisioning.takeovers': 'الحسابات الموجودة',
  'provisioning.takeoversLead':
    'لدى التطبيق حسابات أو مجموعات بهذه الأسماء من قبل. لا يتولّى Portico حسابًا إلا بعد موافقتك: عندئذ يحصل الشخص على كل ما في الحساب.',
  'provisioning.takeoversNone': 'لا يحمل أي حساب موجود اسم شخص أو مجموعة يجب إرسالها.',
  'provisioning.takeoversSearch': 'البحث في الحسابات الموجودة',
  'provisioning.takeoversClear': 'مسح البحث',
  'provisioning.takeoversCount':
    '{count, plural, one {يُعرض حساب موجود واحد.} two {يُعرض حسابان موجودان.} few {تُعرض # حسابات موجودة.} many {يُعرض # حسابًا موجودًا.} other {يُعرض # حساب موجود.}}',
  'provisioning.takeover.approval': 'بانتظار الموافقة',
  'provisioning.takeover.approved': 'تمت الموافقة',
  'provisioning.takeover.identifier': 'غير ممكن: ينتمي إلى نظام آخر',
  'provisioning.takeover.ours': 'غير ممكن: يستخدمه Portico لشخص أو لمجموعة أخرى',
  'provisioning.takeover.several': 'غير ممكن: تحمل عدة حسابات هذا الاسم',
  'provisioning.takeover.hidden': 'غير ممكن: لا يعرضه التطبيق',
  'provisioning.markAll': 'تحديد الكل',
  'provisioning.approve': 'موافقة',
  'provisioning.approveAsk':
    '{count, plural, one {سيتولّى شخص واحد أو مجموعة واحدة حسابًا موجودًا} two {سيتولّى اثنان من الأشخاص والمجموعات حسابين موجودين} few {سيتولّى # من الأشخاص والمجموعات حسابات موجودة} many {سيتولّى # من الأشخاص والمجموعات حسابات موجودة} other {سيتولّى # من الأشخاص والمجموعات حسابات موجودة}} في {application} ضمن {environment}. موفّرو الهوية: {providers}. يحصل كل شخص على كل ما في الحساب، ولا يمكن التراجع عن ذلك. هل توافق؟',
  'provisioning.approveAskOne':
    '{kind, select, group {ستتولّى المجموعة {name} من {provider} مجموعة موجودة} other {سيتولّى الشخص {name} من {provider} حسابًا موجودًا}} في {application} ضمن {environment}: {account}. {since, select, created {موجود هناك منذ {date}.} other {عثر عليه Portico هناك في {date}.}} {kind, select, group {} other {يحصل الشخص على كل ما في الحساب. }}لا يمكن التراجع عن ذلك. هل توافق؟',
  'provisioning.approved':
    '{count, plural, zero {لم تتم الموافقة على تولّي أي حساب.} one {تمت الموافقة على تولّي حساب واحد.} two {تمت الموافقة على تولّي حسابين.} few {تمت الموافقة على تولّي # حسابات.} many {تمت الموافقة على تولّي # حسابًا.} other {تمت الموافقة على تولّي # حساب.}}',
  'provisioning.approveChanged':
    '{count, plural, one {تغيّر حساب واحد منذ عرضه ولم تتم الموافقة عليه.} two {تغيّر حسابان منذ عرضهما ولم تتم الموافقة عليهما.} few {تغيّرت # حسابات منذ عرضها ولم تتم الموافقة عليها.} many {تغيّر # حسابًا منذ عرضها ولم تتم الموافقة عليها.} other {تغيّر # حساب منذ عرضها ولم تتم الموافقة عليها.}} راجع القائمة مرة أخرى.',
  'provisioning.approveNone': 'لا يمكن الموافقة على أي منها.',
  'provisioning.test': 'اختبار الاتصال',
  'provisioning.retry': 'إعادة المحاولة الآن',
  'provisioning.retryOff': 'لا يُرسَل شيء الآن: شغّل «إرسال التغييرات» أولًا.',
  'provisioning.resend': 'إرسال كل شيء من جديد',
  'provisioning.resendAsk':
    'إرسال كل شيء إلى {application} في {environment} من جديد؟ استخدم ذلك عندما قد يختلف التطبيق عما أرسله Portico. أما الحساب الموجود هناك بالاسم نفسه، الذي منحه Portico معرّفه ولم يعد يعرفه، فيمكن الموافقة عليه عندئذ ضمن «الحسابات الموجودة».',
  'provisioning.stop': 'إيقاف الإرسال',
  'provisioning.stopAsk':
    'هل تريد إيقاف إرسال الأشخاص إلى {application} في {environment}؟ يحذف Portico الرمز المميّز، ويبقى الأشخاص والمجموعات في التطبيق كما هم.',
} as const
