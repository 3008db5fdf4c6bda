/** Phrases as people say them, separated by commas. */
const phrases = (text: string) => text.split(',').map((phrase) => phrase.trim());

export interface StopPhrases {
  stop: readonly string[];
  /** Only while the assistant speaks. */
  speaking: readonly string[];
  /** Without meaning beside a stop; no word that negates one. */
  beside: readonly string[];
}

/** Understood whatever language is spoken. */
export const STOPS_EVERYWHERE = ['stop', 'stopp', 'halt', 'basta'];

/** Languages that are written without spaces between words. */
export const UNSPACED_LANGUAGES: readonly string[] = ['ja', 'zh'];

/** How an assistant is told to stop, by primary language: also in languages that only the model speaks. */
export const STOP_PHRASES: Readonly<Record<string, StopPhrases>> = {
  en: {
    stop: phrases(`
      stop, stop it, being quiet, stopping, stop that, stop talking, stop speaking, stop now, be quiet, quiet, shut up, silence, hush,
      shush, enough, enough of this, enough of that, that is enough, that's enough, never mind, nevermind, forget it, forget about it, cancel,
      cancel that, cancel it, abort, halt, shut it, zip it, don't bother, no more, stop reading, be silent,
      knock it off, cut it out, pipe down, quiet down, pack it in, give it a rest, not now, leave me alone, cut the chatter, stop babbling, stop rambling, stop yapping, stop the nonsense, scratch that, ignore that, that will do, i said stop
    `),
    speaking: phrases(`
      thanks, thank you, that's all, that's fine, got it, wait, hold on, pause, okay, alright, that'll do,
      i get it, ok
    `),
    beside: phrases(`
      please, would you mind, do you mind, now, ok, okay, no, hey, alright, just, right now, thanks, thank you, already, oh, well, yeah, sorry,
      uh, um, will you, then, would you, could you, can you, you can, for now, a bit, a moment, for a moment, for a second
    `),
  },
  de: {
    stop: phrases(`
      stopp, stop, halt, lass den quatsch, hör auf mit dem quatsch, hör auf mit dem unsinn, hör auf mit dem mist, hör auf mit dem gerede, hör auf mit dem gelaber,
      lass das, lass den unsinn, schluss mit dem quatsch, genug gequatscht, genug geredet, hör auf zu quatschen, hör auf zu labern, hör auf, aufhören, hör auf zu reden, sei still, sei leise, sei ruhig, still, ruhe, ruhig,
      schweig, halt den mund, halt die klappe, klappe, genug, es reicht, das reicht, reicht, schluss,
      schluss jetzt, ist schluss, mach schluss, genug gehört, jetzt nicht, lass mich in ruhe, gib endlich ruhe, schluss damit, vergiss es, vergiss das, egal, schon gut, abbrechen, abbruch, brich ab, anhalten, lass es,
      lass gut sein, still sein, ruhig sein, leise sein, aufhören zu reden, hör auf damit, halts maul,
      halt dein maul, gib ruhe, das genügt, es genügt, genug davon, hat sich erledigt, pst, psst, stoppen
    `),
    speaking: phrases(`
      danke, danke schön, warte, moment, pause, okay, alles klar, ich habs verstanden, verstanden, ok
    `),
    beside: phrases(`
      bitte, jetzt, mal, ok, okay, nein, nee, hey, doch, endlich, danke, ach, ja, gut, sofort, so, schon, äh, ähm,
      dann, aber, kurz, einen moment, kannst du, könntest du, würdest du, du kannst, einfach, nun
    `),
  },
  fr: {
    stop: phrases(`
      stop, arrête, on arrête, c'est assez, arrête toi, arrête ça, arrêtez, arrête de parler, arrête tes bêtises, pas maintenant, laisse moi tranquille, fiche moi la paix, arrête ton baratin, arrête ton char, assez parlé, tais toi, taisez vous, silence, chut,
      ça suffit, assez, suffit, laisse tomber, oublie, oublie ça, annule, annuler, tant pis, halte, la ferme,
      ferme la, c'est bon, cela suffit, arrêter, t'arrêter, stoppe, ta gueule
    `),
    speaking: phrases(`merci, attends, une seconde, pause, ok, d'accord, j'ai compris, c'est tout`),
    beside: phrases(`
      s'il te plaît, s'il vous plaît, maintenant, ok, non, hé, hey, bon, allez, merci, tout de suite, oh, euh, oui,
      alors, là, tu peux, peux tu, pourrais tu, un peu, hein
    `),
  },
  es: {
    stop: phrases(`
      para, parar, detente, basta, basta ya, cállate, calla, silencio, stop, alto, ya basta, es suficiente,
      suficiente, olvídalo, déjalo, da igual, no importa, cancela, cancelar, cancélalo, deja de hablar,
      para de hablar, deja de decir tonterías, ahora no, déjame en paz, déjame tranquilo, déjame tranquila, basta de tonterías, déjate de tonterías, basta de charla, párate, ya está, cierra la boca, no hables más, no sigas, no para, no stop, no detente,
      no cállate, deja eso, olvídate, chitón
    `),
    speaking: phrases(`gracias, espera, un momento, pausa, vale, ya lo entiendo, eso es todo, ok, entendido`),
    beside: phrases(`
      por favor, ya, ahora, ok, vale, oye, gracias, ahora mismo, eh, bueno, venga, pues, sí, no no, puedes,
      podrías, quieres, un poco
    `),
  },
  it: {
    stop: phrases(`
      stop, fermati, fermo, ferma, smettila, smetti, smetti di parlare, basta, basta così, può bastare, zitto,
      zitta, stai zitto, sta zitto, taci, silenzio, lascia perdere, lascia stare, annulla, non importa, fa niente,
      dimentica, fai silenzio
    `),
    speaking: phrases(`grazie, aspetta, un momento, pausa, va bene, ok, ho capito, capito`),
    beside: phrases(`
      per favore, per piacere, adesso, ora, ok, no, dai, ehi, grazie, subito, allora, sì, puoi, potresti, un po
    `),
  },
  nl: {
    stop: phrases(`
      stop, stoppen, hou op, ophouden, hou je mond, stil, wees stil, stilte, zwijg, genoeg, zo is het genoeg,
      dat is genoeg, laat maar, vergeet het, annuleer, annuleren, kop dicht, stop met praten
    `),
    speaking: phrases(`bedankt, dank je, dank je wel, dankjewel, wacht, wacht even, moment, pauze, oké, ok, begrepen`),
    beside: phrases(`
      alsjeblieft, alstublieft, nu, ok, oké, nee, hé, hey, maar, even, nou, eens, ja, dank je, bedankt, kun je,
      kan je
    `),
  },
  pt: {
    stop: phrases(`
      para, pare, parar, pára, chega, já chega, basta, cala a boca, cala-te, cale-se, silêncio, quieto, suficiente,
      é suficiente, deixa, deixa pra lá, deixa para lá, esquece, esqueça, cancela, cancelar, não importa,
      para de falar, pare de falar, stop
    `),
    speaking: phrases(`obrigado, obrigada, espera, espere, um momento, pausa, tá bom, está bem, ok, entendi, valeu`),
    beside: phrases(`por favor, agora, já, ok, ei, obrigado, obrigada, então, pode, podes, um pouco`),
  },
  pl: {
    stop: phrases(`
      stop, przestań, przestań gadać, zatrzymaj się, wystarczy, dość, dość tego, dosyć, cisza, cicho, bądź cicho, zamknij się,
      nieważne, zapomnij, anuluj, daj spokój, koniec, zamilcz
    `),
    speaking: phrases(`dzięki, dziękuję, czekaj, poczekaj, chwileczkę, pauza, okej, ok, rozumiem`),
    beside: phrases(`proszę, już, teraz, ok, okej, hej, ej, no, dobra, dziękuję, dzięki, wreszcie, natychmiast`),
  },
  sv: {
    stop: phrases(`
      stopp, stop, stanna, sluta, sluta prata, tyst, var tyst, håll tyst, håll käften, nog, det räcker, räcker,
      strunt samma, glöm det, avbryt, lägg av
    `),
    speaking: phrases(`tack, vänta, paus, okej, ok, jag förstår`),
    beside: phrases(`snälla, nu, okej, ok, nej, hej, tack, då, bara, kan du`),
  },
  ru: {
    stop: phrases(`
      стоп, хватит, стой, остановись, перестань, прекрати, замолчи, тихо, тише, молчи, заткнись, довольно,
      достаточно, отмена, отмени, забудь, неважно, хватит говорить, помолчи
    `),
    speaking: phrases(`спасибо, подожди, секунду, пауза, ладно, понятно, понял, поняла, окей`),
    beside: phrases(`пожалуйста, уже, сейчас, нет, эй, ну, всё, ладно, спасибо, так, давай, сейчас же`),
  },
  tr: {
    stop: phrases(`
      dur, durdur, yeter, bu kadar yeter, sus, kes, kes sesini, sessiz ol, konuşmayı kes, konuşmayı bırak, boş ver,
      boşver, iptal, iptal et, vazgeç, stop
    `),
    speaking: phrases(`teşekkürler, teşekkür ederim, sağ ol, bekle, tamam, anladım, bir dakika`),
    beside: phrases(`lütfen, artık, tamam, hayır, hey, şimdi, hemen, ya, hadi`),
  },
  ko: {
    stop: phrases(`
      그만, 그만해, 그만해요, 그만하세요, 그만 말해, 멈춰, 멈춰요, 멈춰 줘, 멈춰줘, 스톱, 스탑, 정지, 조용히, 조용히 해, 조용히 해 줘, 조용히 해줘, 조용, 시끄러워, 닥쳐, 됐어,
      됐어요, 취소, 취소해, 충분해
    `),
    speaking: phrases(`고마워, 감사합니다, 잠깐, 잠깐만, 기다려, 알았어, 알겠어`),
    beside: phrases(`이제, 좀, 제발, 아니, 야, 빨리, 그래, 네`),
  },
  ar: {
    stop: phrases(`
      توقف, توقفي, قف, وقف, كفى, كفاية, اسكت, اسكتي, اصمت, اصمتي, صمت, هدوء, يكفي, هذا يكفي, خلاص, خلص, بس, إلغاء,
      ألغ, لا يهم, ستوب
    `),
    speaking: phrases(`شكرا, انتظر, لحظة, حسنا, تمام, فهمت`),
    beside: phrases(`من فضلك, لو سمحت, الآن, يا, رجاء, أرجوك, حالا, فورا, شكرا`),
  },
  hi: {
    stop: phrases(`
      रुको, रुक जाओ, रुकिए, बस, बस करो, बस कीजिए, बंद करो, चुप, चुप रहो, चुप रहिए, चुप हो जाओ, शांत, शांत रहो,
      रहने दो, छोड़ो, रद्द करो, स्टॉप
    `),
    speaking: phrases(`धन्यवाद, शुक्रिया, ठीक है, समझ गया, समझ गई, एक मिनट`),
    beside: phrases(`कृपया, अब, ज़रा, अरे, यार, प्लीज़, अभी, अच्छा`),
  },
  ja: {
    stop: phrases(`
      やめて, やめ, やめろ, ストップ, 止めて, 止まって, とめて, とまって, 静かに, 静かにして, 黙って, だまって, うるさい, もういい, 十分, キャンセル, 中止, 終わり, おしまい
    `),
    speaking: phrases(`ありがとう, 待って, わかった, 分かった, オーケー`),
    beside: phrases(`もう, ねえ, ください, 下さい, お願い, お願いします, よ, ね, 今すぐ, いいから, ちょっと`),
  },
  zh: {
    stop: phrases(`
      停, 停止, 停下, 停下来, 停一停, 别说了, 别讲了, 别吵, 不要说了, 不要再说了, 闭嘴, 安静, 够了, 算了, 取消, 住口, 打住, 別說了, 不要說了, 不要再說了, 閉嘴, 安靜, 夠了,
      停下來
    `),
    speaking: phrases(`谢谢, 謝謝, 等等, 等一下, 好的, 好了, 知道了, 暂停, 暫停, 明白了`),
    beside: phrases(`请, 請, 了, 吧, 好, 好了, 马上, 快, 现在, 先, 立刻, 给我, 啊, 一下, 你, 点, 點`),
  },
};
