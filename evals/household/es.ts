import type { HouseholdWords } from './types.js';

export const SPANISH: HouseholdWords = {
  lists: {
    family: 'Tomás;Mía;Ben;Elena',
    child: 'Mía;Ben',
    person:
      'la tía Rosa|tía Rosa;el abuelo Carlos|abuelo Carlos;Clara;los Novak|Novak;el tío Pedro|tío Pedro;Ana;el señor Silva|señor Silva;el primo Jonás|primo Jonás;la abuela Edith|abuela Edith;Olivia;los Panadero|Panadero;Víctor;Yuki;Priya',
    dish: 'lasaña;risotto de setas|risotto;pollo asado;sopa de lentejas;varitas de pescado;curry de calabaza|curry;albóndigas;crepes de espinacas|crepes;gratinado de patata|gratinado;tacos;trucha|truchas;pimientos rellenos;gulash;tarta de verduras;fideos con pesto|fideos;estofado;pizza;escalopes;chili;ramen;quiche;musaca;empanadillas|empanadilla;salmón',
    snack:
      'bocadillos de queso|bocadillo de queso;sopa de tomate;huevos revueltos;ensalada griega;arroz del día anterior|arroz;humus;alubias;salchichas|salchicha;tortilla;rollitos de atún|atún;cuscús;gachas',
    title:
      'El faro azul;Estación de invierno;Dragones de papel;Un puerto tranquilo;La relojera;Siete puentes;El huerto de luna;El último tranvía;Alas de cobre;El señor Niebla;El jardín de cristal;Carretera del norte;Una canción para Ada;El ladrón de miel;Nieve callada;La isla de las cometas',
    appliance:
      'lavadora;secadora;nevera;caldera;cafetera;aspiradora;persiana;batidora;puerta del garaje|puerta del garaje;cisterna;tostadora;plancha',
    fault: 'perdía agua;hacía ruido;no arrancaba;tenía un botón roto;olía a quemado;se paraba cada rato',
    helper: 'El fontanero;La electricista;Un técnico;El tío Pedro;El señor Silva;Tomás',
    item: 'un hervidor|hervidor;botas de montaña;un abrigo de invierno|abrigo;una estantería|estantería;tinta para la impresora|tinta;dos lámparas|lámpara;un casco de bicicleta|casco;una tienda de campaña|tienda de campaña;pintura para la valla|pintura;una sartén|sartén;zapatillas de correr;una maleta|maleta;unos auriculares|auriculares;un juego de mesa|juego de mesa;cortinas|cortina;un impermeable|impermeable;un taladro|taladro;un colchón|colchón;gafas de natación;una escalera|escalera;un violín|violín;una hamaca|hamaca;semillas;una sombrilla|sombrilla',
    shop: 'en la ferretería;en los grandes almacenes;en el rastro;por internet;en la tienda de la esquina;en las rebajas',
    complaint:
      'dolor de garganta;dolor de cabeza;fiebre;un tobillo torcido|tobillo;dolor de muelas|muelas;dolor de oídos|oído;un sarpullido|sarpullido;dolor de barriga;tos;dolor de espalda;alergia al polen;un corte en el dedo|dedo',
    remedy:
      'se quedó en la cama;recibió gotas del doctor Lind;tomó mucha manzanilla;pasó por la farmacia;por la noche estaba mejor;vio al doctor Lind',
    subject: 'matemáticas;historia;biología;francés;geografía;música;dibujo;física;química',
    result: 'sacó muy buena nota;aprobó por poco;tiene que repetirlo;recibió elogios;lo hizo todo bien',
    animal: 'Bruno;Minka',
    deed: 'mordió una zapatilla|zapatilla;cazó un ratón|ratón;corrió tras el cartero|cartero;durmió en el cesto de la ropa|cesto de la ropa;estuvo en el veterinario|veterinario;robó una salchicha de la mesa|salchicha;se escondió bajo el sofá|sofá;arañó el sillón|sillón;escarbó en el césped|césped;estrenó collar|collar;persiguió una ardilla|ardilla;se comió el queso|queso',
    plant:
      'los tomates|tomate;los rosales|rosal;el seto|seto;las fresas|fresa;los tulipanes|tulipán;el manzano|manzano;la albahaca|albahaca;las calabazas|calabaza;la lavanda|lavanda;las patatas|patata;la parra|parra;los girasoles|girasol',
    place:
      'al lago Anholt|lago Anholt;al castillo de Grisval|castillo de Grisval;al zoo|zoo;al museo de la ciencia|museo de la ciencia;a la isla de los Pinos|isla de los Pinos;a Marlow|Marlow;al rocódromo|rocódromo;a la colina del Zorro|colina del Zorro;al mercado navideño|mercado navideño;al jardín botánico|jardín botánico;a Puerto Ellin|Puerto Ellin;a la mina vieja|mina',
    outing:
      'caminaron durante horas;tomaron un helado;se mojaron con la lluvia;perdieron el autobús;se encontraron con viejos amigos;hicieron muchas fotos',
    matter:
      'la fiesta de cumpleaños|fiesta de cumpleaños;el piso de vacaciones|piso de vacaciones;el seguro del coche|seguro;un desengaño amoroso|desengaño;la obra del colegio|obra del colegio;el nuevo trabajo|trabajo;la boda|boda;la declaración de la renta|declaración de la renta;el coro|coro;la mudanza|mudanza;la valla de los vecinos|valla;una receta|receta',
    job: 'limpió las ventanas|ventanas;ordenó el sótano|sótano;planchó las camisas|camisas;lavó el coche|coche;descongeló el congelador|congelador;separó los juguetes viejos|juguetes;limpió los canalones|canalones;llevó las botellas|botellas;engrasó las bisagras|bisagras;cambió las sábanas|sábanas;barrió el patio|patio;vació el compost|compost',
    remark:
      'Todos estaban contentos.;Duró más de lo previsto.;Nadie se quejó.;Vaya día.;Ben se rio mucho.;Mía quiere repetir.;Fuera llovía.;Elena estaba cansada.;Sonaba la radio.;Tomás hizo una foto.',
  },
  entries: {
    dinner: [
      'Para cenar hubo {dish}. {remark}',
      '{family} cocinó {dish} para la cena. {remark}',
      'Cena: {dish}, hecha por {family}. {remark}',
    ],
    lunch: ['Para el almuerzo tomaron {snack}. {remark}', '{family} preparó {snack} para el almuerzo.'],
    film: ['Vieron juntos la película «{title}». {remark}', 'Noche de película: «{title}». {family} se durmió.'],
    visit: ['Vino de visita {person}. {remark}', 'Visita de {person}, con café y pastel. {remark}'],
    repair: ['La {appliance} {fault}; {helper} la reparó.', '{helper} reparó la {appliance}, que {fault}.'],
    purchase: [
      '{family} compró {item} {shop} por {price} euros.',
      'Compraron {item} por {price} euros {shop}. {remark}',
    ],
    health: ['{family} tuvo {complaint} y {remedy}.', '{family} estuvo mal con {complaint} y {remedy}.'],
    school: ['{child} tuvo un examen de {subject} y {result}.', 'Colegio: {child} {result} en {subject}. {remark}'],
    pet: ['{animal} {deed}. {remark}', 'Otra vez {animal} {deed}.'],
    garden: ['{family} plantó y regó {plant} en el jardín.', 'En el jardín {family} cuidó {plant}. {remark}'],
    trip: ['Excursión {place}: {outing}.', 'Fueron de excursión {place} y {outing}. {remark}'],
    call: ['Llamó {person} por {matter}.', 'Llamada de {person} sobre {matter}. {remark}'],
    chore: ['{family} {job}. {remark}', 'Por la tarde {family} {job}.'],
  },
  questions: {
    dinner: {
      own: [
        '¿Qué hubo para cenar {when}?',
        '¿Qué tuvimos de cena {when}?',
        '¿Quién cocinó {dish} para la cena {when}?',
      ],
      other: ['¿Qué comimos por la noche {when}?'],
    },
    lunch: {
      own: ['¿Qué hubo para el almuerzo {when}?', '¿Quién preparó {snack} {when}?'],
      other: ['¿Qué comimos al mediodía {when}?'],
    },
    film: {
      own: ['¿Qué película vimos {when}?', '¿Cómo se llamaba la película de {when}?', '¿Vimos {title} {when}?'],
      other: ['¿Qué pusimos en la tele {when}?'],
    },
    visit: {
      own: ['¿Quién vino de visita {when}?', '¿Nos visitó {person} {when}?', '¿De quién fue la visita {when}?'],
      other: ['¿Qué invitados tuvimos {when}?'],
    },
    repair: {
      own: [
        '¿Quién reparó la {appliance} {when}?',
        '¿Qué le pasaba a la {appliance} {when}?',
        '¿Cómo fue la reparación de la {appliance} {when}?',
      ],
      other: ['¿Qué se rompió {when}?'],
    },
    purchase: {
      own: [
        '¿Cuánto costó lo que compramos {when}, {item}?',
        '¿Dónde compramos {item} {when}?',
        '¿Cuánto pagamos por {item} {when}?',
      ],
    },
    health: { own: ['¿Quién tuvo {complaint} {when}?', '¿Cómo estuvo {when} quien tenía {complaint}?'] },
    school: {
      own: ['¿Cómo le fue a {child} en {subject} {when}?', '¿Qué tal el examen de {subject} de {child} {when}?'],
    },
    pet: { own: ['¿Qué pasó {when} con {animal} y {deed}?', '¿Qué animal fue {when} el de {deed}?'] },
    garden: { own: ['¿Quién cuidó {plant} {when}?', '¿Qué hicimos en el jardín con {plant} {when}?'] },
    trip: {
      own: [
        '¿Cómo fue la excursión a {place} {when}?',
        '¿Qué hicimos en {place} {when}?',
        '¿Adónde fuimos de excursión {when}?',
      ],
      other: ['¿Qué viaje hicimos {when}?'],
    },
    call: {
      own: [
        '¿Quién llamó por {matter} {when}?',
        '¿Por qué llamó {person} {when}?',
        '¿De quién era la llamada sobre {matter} {when}?',
      ],
    },
    chore: { own: ['¿Quién se ocupó de {job} {when}?', '¿Alguien hizo lo de {job} {when}?'] },
  },
  times: {
    weekdays: 'domingo;lunes;martes;miércoles;jueves;viernes;sábado',
    months: 'enero;febrero;marzo;abril;mayo;junio;julio;agosto;septiembre;octubre;noviembre;diciembre',
    numbers: 'dos;tres;cuatro;cinco;seis;siete;ocho;nueve',
    yesterday: 'ayer',
    dayBeforeYesterday: 'anteayer',
    daysAgo: 'hace {n} días',
    weeksAgo: 'hace unas {n} semanas',
    monthsAgo: 'hace {n} meses',
    lastWeekday: 'el {weekday} pasado',
    weekdayLastWeek: 'el {weekday} de la semana pasada',
    lastWeekend: 'el fin de semana pasado',
    lastMonth: 'el mes pasado',
    date: 'el {day} de {month}',
    numericDate: 'el {dd}/{mm}',
    inMonth: 'en {month}',
    inMonthOfYear: 'en {month} de {year}',
    earlyMonth: 'a principios de {month}',
    lateMonth: 'a finales de {month}',
    betweenMonths: 'entre {month} y {month2}',
    weekdayBeforeEaster: 'el {weekday} antes de Semana Santa',
    easter: 'en Pascua',
    easterMonday: 'el lunes de Pascua',
    christmasEve: 'en Nochebuena',
    newYearsEve: 'en Nochevieja',
    halloween: 'en Halloween',
    summer: 'el verano pasado',
  },
};
