import { fold } from '../language/fold.js';
import type { Language } from '../language/tags.js';

/** How a language promises what only a tool can do, as patterns for folded text. */
interface PromiseWords {
  /** Makes a sentence an offer, or no statement at all. */
  offer: RegExp;
  /** Makes a clause the opposite. */
  not: RegExp;
  /** Says who promises. */
  who: RegExp;
  /** What is promised for later: to remind, to wake, to watch, a timer, something for a list. */
  later: RegExp;
  /** What is said to be done just now, whatever was asked. */
  now: RegExp;
  /** The same in verbs that say other things, too: a promise right behind an order. */
  ordered: RegExp;
  /** What is going to be done at once. */
  soon: RegExp;
  /** Tells that a timer is set, or that something stands on a list. */
  set: RegExp;
}

const at = (source: string) => new RegExp(`(?:^| )(?:${source})(?= |$)`, 'u');
/** Up to so many words between two others. */
const gap = (most: number) => `(?: [\\p{L}\\p{N}]+){0,${most}}?`;

const EN_THING = '(?:timers?|alarms?|reminders?|countdowns?)';
const EN_I =
  '(?:i ll|ill|i will|i shall|i m going to|i am going to|i m gonna|we ll|we will|let me|i)(?: (?:also|just|gladly|happily|certainly|definitely|of course|then|now|immediately|go ahead and|make sure to|be sure to))*';
const EN_VERB =
  'turn|switch|dim|brighten|open|close|shut|lock|unlock|start|stop|pause|play|lower|raise|mute|set|add|put|send|activate';
const EN_LIST = '(?:on|to|onto|in) (?:the|your|our|my)(?: [a-z]+){0,2} list';
const EN_DOING =
  'turning|switching|dimming|brightening|opening|closing|shutting|locking|unlocking|starting|stopping|pausing|playing|lowering|raising|muting|setting|adding|putting|sending|activating|creating|scheduling';
const EN_WHEN =
  '(?:in|after) (?:\\d+|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty)(?: [a-z]+)? (?:seconds?|minutes?|hours?)|at (?!once|all|your|the|my|a )[a-z0-9]+|tonight|tomorrow|later|every';
const DE_THING = '\\p{L}*(?:timer|wecker|erinnerung|alarm|countdown)';
const FR_THING = '(?:minuteur|minuterie|alarme|rappel|reveil|chronometre|compte a rebours)';
const ES_THING = '(?:temporizador|alarma|recordatorio|cronometro|cuenta atras|despertador)';

const PROMISES: Record<Language, PromiseWords> = {
  en: {
    offer: at(
      'if (?:you|so|needed|necessary|wished|desired)|when(?:ever)? you (?:like|want|wish|ask|say|tell|need|are|re)|just (?:say|tell|ask|give|let)|say (?:the word|so|when)|shall i|would you|do you want|may i|can|could|would',
    ),
    not: at('not|never|t|wont|cannot|cant|unable|nor'),
    who: /(?:)/u,
    later: at(
      `${EN_I} (?:remind (?:you|him|her|them|everyone)|let you know|notify you|alert you|wake you|ping you|(?:tell|warn) you (?:when|as soon|once|before)|(?:set|start|create|make|schedule|add)${gap(5)} ${EN_THING}|keep an eye|keep (?:you )?(?:posted|updated|informed|watch|checking|monitoring)|get back to you|check back|(?:add|put|write)${gap(6)} ${EN_LIST}|(?:${EN_VERB})${gap(6)} (?:${EN_WHEN}))`,
    ),
    now: at(
      `i (?:m|am)(?: (?:now|just|also))? (?:turning|switching|reminding)|(?:${EN_DOING})${gap(5)} (?:${EN_THING}|${EN_LIST})`,
    ),
    ordered: at(
      `i (?:m|am)(?: (?:now|just|also))? (?:${EN_DOING})|^(?:(?:ok|okay|sure|certainly|right|alright|very|well|of|course|now|done|yes|sir) )*(?:${EN_DOING})(?!.* (?:gives|makes|takes|lets|is|are|equals|means|requires)(?: |$))`,
    ),
    soon: at(`(?:${EN_I.replace('|let me|i)', '|let me)')}) (?:${EN_VERB})`),
    set: at(
      `^(?!an? )(?:[a-z0-9]+ ){0,5}${EN_THING}(?: (?:for|to|of|at)${gap(4)})?(?: (?:is|are|has been|have been|s|now|all))* (?:set|running|started|created|active|scheduled|ticking)(?! (?:by|up|with|when|if|using|off))|(?:is|are|s)(?: now)? ${EN_LIST}|(?:added|put|noted|saved)${gap(6)} ${EN_LIST}`,
    ),
  },
  de: {
    offer: at(
      `(?:wenn|falls|sofern|sobald) (?:du|sie|ihr|es|das)${gap(3)} (?:mochte\\p{L}*|willst|wollen|wollt|wunsch\\p{L}*|sag\\p{L}*|brauch\\p{L}*|magst|mogen|recht|passt|hilft)|wenn gewunscht|bei bedarf|auf wunsch|soll ich|darf ich|kann|konnte|wurde|sag|sagen sie`,
    ),
    not: at('nicht|kein\\p{L}*|nie|niemals|weder'),
    who: at('ich|wir'),
    later: at(
      `(?:erinnere|wecke|benachrichtige|alarmiere|warne|informiere|benachrichtigen)${gap(2)} (?:dich|sie|euch|ihnen)|(?:dich|sie|euch)${gap(6)} (?:erinnern|wecken|benachrichtigen|informieren|warnen)|(?:geb|sag)e?${gap(4)} bescheid|bescheid (?:geben|sagen)|meld(?:e|en) (?:mich|uns)|behalte${gap(4)} im (?:auge|blick)|(?:stelle|setze|starte|erstelle|lege|richte|programmiere)${gap(5)} ${DE_THING}|${DE_THING}${gap(4)} (?:stellen|setzen|starten|erstellen|anlegen|programmieren)|(?:setze|schreibe|packe|fuge|notiere|trage)${gap(6)} \\p{L}*liste`,
    ),
    now: at(
      `(?:schalte?|mache?|drehe?|stelle?|fahre?|knipse?)${gap(9)} (?:ein|aus|an|ab|auf|zu|hoch|hoher|runter|herunter|heller|dunkler|leiser|lauter|warmer|kalter)$`,
    ),
    ordered: at(
      'offne|schliesse|sperre|verriegle|entriegle|dimme|starte|stoppe|pausiere|aktiviere|deaktiviere|spiele|sende|schicke|losche|speichere|notiere|buche|stelle|setze|fuge|erhohe|senke|andere',
    ),
    soon: at(
      `werde${gap(8)} (?:\\p{L}*(?:schalten|machen|drehen|stellen|fahren|dimmen|offnen|schliessen|sperren|riegeln|setzen|starten))`,
    ),
    set: at(
      `^(?:\\p{L}+ ){0,4}${DE_THING}(?: \\p{L}+)?${gap(5)} (?:gestellt|gesetzt|lauft|gestartet|angelegt|erstellt|aktiv|eingestellt|programmiert|notiert)|${DE_THING} (?:lauft|klingelt|weckt)|(?:steht|stehen|ist|sind)(?: (?:jetzt|nun))? auf (?:der|deiner|ihrer|eurer|unserer) \\p{L}*liste`,
    ),
  },
  fr: {
    offer: at(
      'si (?:tu|vous|cela|ca|besoin|necessaire|on|desire)|quand (?:tu|vous) (?:veux|voulez|voudrez)|(?:dis|dites|demande|demandez)(?: le)? moi|voulez vous|veux tu|peux|pourrais|pouvons',
    ),
    not: at('ne|n|pas|jamais'),
    who: at('je|j|nous|on'),
    later: at(
      `(?:(?:te|t|vous|le|la|les|l|lui|leur) ){1,2}(?:rappell?e(?:rai|rons)?|previen(?:s|drai)|averti(?:s|rai)|reveille(?:rai)?|notifie(?:rai)?|alerte(?:rai)?|signale(?:rai)?|informe(?:rai)?|tien(?:s|drai) (?:au courant|informee?s?)|ferai (?:signe|savoir)|dirai (?:quand|des)|(?:rappeler|prevenir|avertir|reveiller|notifier|alerter|informer|tenir))(?! que)|(?:mets|mettrai|mettre|regle(?:r|rai)?|lance(?:r|rai)?|programme(?:r|rai)?|cree(?:r|rai)?|demarre(?:r|rai)?|active(?:r|rai)?)${gap(5)} ${FR_THING}|(?:ajoute(?:r|rai)?|mets|mettrai|note(?:rai)?|inscris)${gap(6)} (?:sur|a|dans) (?:la|ta|votre|notre|vos)(?: \\p{L}+)? ?liste|garde(?:rai)? un oeil|(?:j|je(?: (?:l|les?|la))?) (?:allumerai|eteindrai|ouvrirai|fermerai)`,
    ),
    now: at('(?:j|je(?: (?:l|les?|la))) (?:allume|eteins)'),
    ordered: at(
      '(?:j|je(?: (?:l|les?|la))?) (?:ouvre|ferme|active|desactive|augmente|baisse|verrouille|deverrouille|arrete|mets|regle|monte|coupe|lance|demarre|descends|tamise|change|ajoute|envoie|note|enregistre|programme)',
    ),
    soon: at(
      'je vais(?: (?:l|les?|la))? (?:allumer|eteindre|ouvrir|fermer|activer|augmenter|baisser|verrouiller|deverrouiller|arreter|mettre|regler|monter|couper|lancer|demarrer|tamiser|ajouter)',
    ),
    set: at(
      `^(?:\\p{L}+ ){0,2}${FR_THING}${gap(6)} (?:regle|lance|programme|cree|mis|active|demarre)e?s?|${FR_THING}${gap(4)} en marche|(?:est|sont)(?: \\p{L}+)? (?:sur|dans) (?:la|ta|votre|notre)(?: \\p{L}+)? ?liste`,
    ),
  },
  es: {
    offer: at(
      'si (?:quiere\\p{L}*|lo|te|le|gust\\p{L}*|hace|necesit\\p{L}*|prefier\\p{L}*|dese\\p{L}*)|cuando (?:quiera\\p{L}*|diga\\p{L}*)|dime|digame|pideme|pidame|puedo|podria|quiere\\p{L}* que',
    ),
    not: at('no|nunca|tampoco|jamas'),
    who: /(?:)/u,
    later: at(
      `(?:te|le|les|os)(?: l[oa])? (?:recordare|avisare|despertare|notificare|informare|alertare|mantendre|aviso|despierto|recuerdo|notifico|dire cuando)(?! que)|(?:se l[oa]|l[oa]s?) (?:recordare|avisare)|voy a (?:recordar|avisar|despertar|notificar|informar|alertar)(?:te|le|les|os|telo|selo)|(?:pongo|pondre|programo|programare|creo|creare|configuro|configurare|inicio|iniciare|establezco|poner|programar|crear)${gap(5)} ${ES_THING}|(?:anado|anadire|agrego|agregare|apunto|apuntare|pongo|pondre|anadir|apuntar)${gap(6)} (?:a|en) (?:la|tu|su|vuestra|nuestra) lista|(?:lo|la|los|las)? ?(?:encendere|apagare|abrire|cerrare)`,
    ),
    now: at('enciendo|apago'),
    ordered: at(
      'abro|cierro|bloqueo|desbloqueo|subo|bajo|pongo|ajusto|atenuo|activo|desactivo|inicio|detengo|anado|envio|guardo|programo|cambio',
    ),
    soon: at(
      'voy a (?:encender|apagar|abrir|cerrar|bloquear|desbloquear|subir|bajar|poner|ajustar|atenuar|activar|desactivar|anadir)(?:l[oa]s?)?',
    ),
    set: at(
      `^(?:\\p{L}+ ){0,2}${ES_THING}${gap(6)} (?:puest|programad|configurad|cread|activad|ajustad|iniciad)[oa]|${ES_THING}${gap(4)} en marcha|(?:esta|estan)(?: (?:ya|ahora))? en (?:la|tu|su|vuestra|nuestra) lista`,
    ),
  },
};

export interface PromiseGrounds {
  language: Language;
  /** The query is an order. */
  isOrder: boolean;
  /** The query is a question: what is set already may be told. */
  isQuestion: boolean;
  /** Nothing was done earlier in the dialogue, either. */
  idle: boolean;
  /** What is to be done at once counts, too. */
  soon: boolean;
}

/** Whether a sentence promises or claims what nobody has done and nobody will do; offers and refusals don't. */
export function promises(sentence: string, { language, isOrder, isQuestion, idle, soon }: PromiseGrounds): boolean {
  const words = PROMISES[language];
  if (words.offer.test(fold(sentence))) return false;
  return sentence.split(/[,;:.!?…()–—]+/).some((raw) => {
    const clause = fold(raw);
    if (clause === '' || words.not.test(clause)) return false;
    if (idle && !isQuestion && words.set.test(clause)) return true;
    if (!words.who.test(clause)) return false;
    return (
      words.later.test(clause) ||
      words.now.test(clause) ||
      (isOrder && (words.ordered.test(clause) || (soon && words.soon.test(clause))))
    );
  });
}
