"""Onboard a fresh Home Assistant 2026 over its HTTP/websocket API, mint a long-lived token, furnish the house.

usage: provision.py BASE_URL TOKEN_FILE MQTT_PORT   (idempotent)
env: WYOMING="host:port …" adds Wyoming services; OLLAMA_URL and OLLAMA_MODEL add Ollama with an agent and an AI task
"""
import asyncio, json, os, sys, time
import aiohttp

BASE, TOKEN_FILE, MQTT_PORT = sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3])
CLIENT = BASE + "/"
USER, PASSWORD = "lab", "lab-password"

FLOORS = {  # name: (level, aliases)
    "Ground Floor": (0, ["downstairs", "Erdgeschoss", "rez-de-chaussée", "planta baja"]),
    "Upper Floor": (1, ["upstairs", "Obergeschoss", "étage", "planta alta"]),
}
LABELS = {"Evening": "amber", "Fragile": "red"}
AREAS = {  # name: (floor, aliases, entities)
    "Kitchen": ("Ground Floor", ["Küche", "cuisine", "cocina"], [
        "light.kitchen_light", "light.kitchen_lights", "cover.kitchen_window", "media_player.kitchen_speaker",
        "sensor.kitchen_temperature", "switch.fridge_plug"]),
    "Living Room": ("Ground Floor", ["Wohnzimmer", "salon", "salón", "lounge"], [
        "light.living_room_rgbww_lights", "cover.living_room_window", "media_player.living_room_speaker",
        "climate.ecobee", "fan.living_room_fan", "vacuum.robot"]),
    "Hallway": ("Ground Floor", ["Flur", "couloir", "pasillo"], [
        "light.entrance_color_white_lights", "cover.hall_window", "lock.back_door", "alarm_control_panel.house_alarm"]),
    "Bedroom": ("Upper Floor", ["Schlafzimmer", "chambre", "dormitorio"], [
        "light.bedroom_lamp", "light.bed_light", "media_player.bedroom_speaker", "fan.ceiling_fan"]),
    "Office": ("Upper Floor", ["Büro", "Arbeitszimmer", "bureau", "despacho"], [
        "light.office_rgbw_lights", "switch.decorative_lights", "climate.hvac"]),
    "Garage": (None, ["garage à voitures", "cochera"], ["cover.garage_door"]),
}
ALIASES = {
    "light.kitchen_light": ["Küchenlampe", "lampe de la cuisine", "lámpara de la cocina"],
    "light.bedroom_lamp": ["Nachttischlampe", "lampe de chevet", "lamparita"],
    "vacuum.robot": ["Staubsauger", "aspirateur", "aspiradora", "vacuum"],
    "lock.back_door": ["Hintertür", "porte arrière", "puerta trasera"],
    "media_player.kitchen_speaker": ["radio", "Küchenradio"],
}
ENTITY_LABELS = {"light.living_room_rgbww_lights": ["Evening"], "light.bedroom_lamp": ["Evening"], "switch.fridge_plug": ["Fragile"]}
# exposed besides what is in an area; Home Assistant exposes neither scripts' valves nor alarms by itself
EXPOSED = ["scene.movie_night", "scene.everything_bright", "script.say_goodnight", "todo.chores", "todo.shopping_list",
           "select.speed", "number.volume", "number.small_range", "input_boolean.guest_mode",
           "valve.front_garden", "valve.orchard", "button.push", "lock.front_door", "lock.kitchen_door",
           "humidifier.hygrostat", "humidifier.humidifier",
           "water_heater.demo_water_heater", "calendar.family", "timer.pizza", "weather.demo_weather_south"]
HIDDEN = ["switch.ac"]  # decided: not exposed


class Ws:
    def __init__(self, ws): self.ws, self.n = ws, 0
    async def cmd(self, **m):
        self.n += 1
        await self.ws.send_json({"id": self.n, **m})
        while True:
            r = await self.ws.receive_json()
            if r.get("id") == self.n and r["type"] == "result":
                if not r["success"]:
                    raise RuntimeError(f"{m}: {r['error']}")
                return r["result"]


async def connect(s, token):
    ws = await s.ws_connect(BASE + "/api/websocket", max_msg_size=0)
    await ws.receive_json()
    await ws.send_json({"type": "auth", "access_token": token})
    r = await ws.receive_json()
    if r["type"] != "auth_ok":
        raise RuntimeError(r)
    return Ws(ws)


async def token_from_code(s, code):
    async with s.post(BASE + "/auth/token", data={"client_id": CLIENT, "grant_type": "authorization_code", "code": code}) as r:
        r.raise_for_status()
        return (await r.json())["access_token"]


async def login(s):
    async with s.post(BASE + "/auth/login_flow", json={"client_id": CLIENT, "handler": ["homeassistant", None], "redirect_uri": CLIENT}) as r:
        flow = await r.json()
    async with s.post(f"{BASE}/auth/login_flow/{flow['flow_id']}", json={"client_id": CLIENT, "username": USER, "password": PASSWORD}) as r:
        return await token_from_code(s, (await r.json())["result"])


async def main():
    async with aiohttp.ClientSession() as s:
        for _ in range(900):
            try:
                async with s.get(BASE + "/api/onboarding") as r:
                    if r.status == 200:
                        steps = {x["step"]: x["done"] for x in await r.json()}
                        break
                    if r.status == 404:  # 2026: the view is gone once every step is done
                        steps = {}
                        async with s.get(BASE + "/auth/providers") as p:
                            if p.status == 200: break
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.2)
        else:
            sys.exit("HA did not answer")
        print("api up", round(time.time(), 1), steps)

        token = None
        if os.path.exists(TOKEN_FILE):
            token = open(TOKEN_FILE).read().strip()
        access = None
        if steps.get("user") is False:
            async with s.post(BASE + "/api/onboarding/users", json={"client_id": CLIENT, "name": "Lab Owner", "username": USER, "password": PASSWORD, "language": "en"}) as r:
                r.raise_for_status()
                code = (await r.json())["auth_code"]
            access = await token_from_code(s, code)
            token = None
        elif not token:
            access = await login(s)
        if not token:
            h = {"Authorization": "Bearer " + access}
            # not core_config: that step adds met.no, google_translate and radio_browser, which pip
            # install at runtime and call out to the internet
            if steps.get("analytics") is False:
                async with s.post(BASE + "/api/onboarding/analytics", headers=h) as r: r.raise_for_status()
            if steps.get("integration") is False:
                async with s.post(BASE + "/api/onboarding/integration", headers=h, json={"client_id": CLIENT, "redirect_uri": CLIENT}) as r: r.raise_for_status()
            w = await connect(s, access)
            token = await w.cmd(type="auth/long_lived_access_token", client_name=f"lab-{int(time.time())}", lifespan=3650)
            fd = os.open(TOKEN_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.write(fd, token.encode()); os.close(fd)
            await w.ws.close()
        h = {"Authorization": "Bearer " + token}

        # wait until HA is RUNNING (before that services/entities may be missing)
        for _ in range(900):
            async with s.get(BASE + "/api/config", headers=h) as r:
                cfg = await r.json()
            if cfg["state"] == "RUNNING": break
            await asyncio.sleep(0.2)
        print("state", cfg["state"], "version", cfg["version"], round(time.time(), 1))

        # 2026.11 takes what configuration.yaml says of http on trial: unless confirmed within five minutes, it restarts
        # on 0.0.0.0:8123. 2026.2 has neither trial nor command.
        w = await connect(s, token)
        try:
            on_trial = (await w.cmd(type="http/config"))["pending"]
        except RuntimeError as e:
            if "unknown_command" not in str(e): raise
            on_trial = None
        if on_trial:
            await w.cmd(type="http/config/promote")
            print("http config confirmed")
        await w.ws.close()

        async def flow(handler, *inputs, at="config/config_entries/flow"):
            """Starts a config flow and answers its forms; gives the result, e.g. {"type": "create_entry", …}."""
            async with s.post(f"{BASE}/api/{at}", headers=h, json={"handler": handler, "show_advanced_options": False}) as r:
                f = await r.json()
            for i in inputs:
                if f.get("type") != "form": break
                async with s.post(f"{BASE}/api/{at}/{f['flow_id']}", headers=h, json=i) as r:
                    f = await r.json()
            print("flow", handler, f.get("type"), f.get("reason") or f.get("errors") or "")
            return f

        async with s.get(BASE + "/api/config/config_entries/entry", headers=h) as r:
            entries = await r.json()
        have = {}
        for e in entries: have.setdefault(e["domain"], []).append(e)
        # MQTT, the shopping list, local to-do and calendar exist only as config entries
        if "mqtt" not in have:
            broker = {"broker": "127.0.0.1", "port": MQTT_PORT}
            f = await flow("mqtt", broker)
            if f.get("type") != "create_entry":  # 2026.11: protocol, and a section of everything else
                other = {"set_client_cert": False, "set_ca_cert": "off", "tls_insecure": False, "transport": "tcp"}
                await flow("mqtt", {**broker, "protocol": "5", "other_settings": other})
            # automations with an mqtt trigger failed at boot ("MQTT is not enabled") and
            # automation.reload skips unchanged ones: off and on again attaches the trigger
            for svc in ("turn_off", "turn_on"):
                async with s.post(f"{BASE}/api/services/automation/{svc}", headers=h, json={"entity_id": "all"}) as r: r.raise_for_status()
        else:
            print("mqtt entry present:", have["mqtt"][0]["state"])
        if "shopping_list" not in have:
            await flow("shopping_list", {})
        if "local_todo" not in have:
            await flow("local_todo", {"todo_list_name": "Chores"})
        if "local_calendar" not in have:
            await flow("local_calendar", {"calendar_name": "Family", "import": "create_empty"})
        # the API tells no entry's address: what was added is noted beside the token
        noted = TOKEN_FILE + ".wyoming"
        added = open(noted).read().split() if os.path.exists(noted) else []
        for at in os.environ.get("WYOMING", "").split():
            host, port = at.rsplit("://", 1)[-1].rsplit(":", 1)
            if at not in added and (await flow("wyoming", {"host": host, "port": int(port)})).get("type") == "create_entry":
                with open(noted, "a") as f: f.write(at + "\n")
        ollama, model = os.environ.get("OLLAMA_URL"), os.environ.get("OLLAMA_MODEL")
        if ollama and model and "ollama" not in have:
            entry = ((await flow("ollama", {"url": ollama})).get("result") or {}).get("entry_id")
            own = {"model": model, "num_ctx": 8192, "max_history": 20, "keep_alive": -1, "think": False}
            for kind, data in (
                ("conversation", {"name": "Lab Agent", "prompt": "Answer in one short sentence.", "llm_hass_api": ["assist"], **own}),
                ("ai_task_data", {"name": "Lab AI Task", **own}),
            ):
                for _ in range(50):  # the entry is reloaded after each subentry
                    f = await flow([entry, kind], data, at="config/config_entries/subentries/flow")
                    if f.get("reason") != "entry_not_loaded": break
                    await asyncio.sleep(0.2)
        w = await connect(s, token)
        floors = {f["name"]: f["floor_id"] for f in await w.cmd(type="config/floor_registry/list")}
        for name, (level, aliases) in FLOORS.items():
            if name not in floors:
                floors[name] = (await w.cmd(type="config/floor_registry/create", name=name, level=level, aliases=aliases))["floor_id"]
        labels = {l["name"]: l["label_id"] for l in await w.cmd(type="config/label_registry/list")}
        for name, color in LABELS.items():
            if name not in labels:
                labels[name] = (await w.cmd(type="config/label_registry/create", name=name, color=color))["label_id"]
        areas = {a["name"]: a for a in await w.cmd(type="config/area_registry/list")}
        for name, (floor, aliases, _) in AREAS.items():
            want = {"floor_id": floors.get(floor), "aliases": aliases}
            if name not in areas:  # create refuses floor_id null, update takes it
                areas[name] = await w.cmd(type="config/area_registry/create", name=name, **{k: v for k, v in want.items() if v})
            elif areas[name]["floor_id"] != want["floor_id"] or sorted(areas[name]["aliases"]) != sorted(aliases):
                await w.cmd(type="config/area_registry/update", area_id=areas[name]["area_id"], **want)
        # wait until the mapped entities are registered
        mapped = {e: areas[name]["area_id"] for name, (_, _, es) in AREAS.items() for e in es}
        for _ in range(50):
            reg = {e["entity_id"]: e for e in await w.cmd(type="config/entity_registry/list")}
            if all(e in reg for e in mapped): break
            await asyncio.sleep(0.2)
        full = await w.cmd(type="config/entity_registry/get_entries", entity_ids=[e for e in mapped if e in reg])
        device_areas = {d["id"]: d["area_id"] for d in await w.cmd(type="config/device_registry/list")}
        # in 2026.11 null among the aliases stands for the entity's own name, and is one of them by default
        own = [None] if "next_name_part" in next(iter(reg.values())) else []
        for e, area in mapped.items():
            if e not in reg: print("NOT REGISTERED", e); continue
            change, device = {}, reg[e]["device_id"]
            # an entity that is named after its device can't have an area of its own there
            if not device and reg[e]["area_id"] != area: change["area_id"] = area
            if device and device_areas[device] != area:
                await w.cmd(type="config/device_registry/update", device_id=device, area_id=area)
            if set(full[e]["aliases"]) != {*own, *ALIASES.get(e, [])}: change["aliases"] = own + ALIASES.get(e, [])
            wanted = [labels[l] for l in ENTITY_LABELS.get(e, [])]
            if sorted(reg[e]["labels"]) != sorted(wanted): change["labels"] = wanted
            if change: await w.cmd(type="config/entity_registry/update", entity_id=e, **change)
        states = {x["entity_id"] for x in await w.cmd(type="get_states")}
        for e in EXPOSED + HIDDEN:
            if e not in states: print("NO SUCH ENTITY", e)
        await w.cmd(type="homeassistant/expose_entity", assistants=["conversation"], entity_ids=[*mapped, *EXPOSED], should_expose=True)
        await w.cmd(type="homeassistant/expose_entity", assistants=["conversation"], entity_ids=HIDDEN, should_expose=False)
        # demo comes with items and a calendar of its own; ours start with a few
        async with s.get(BASE + "/api/states/todo.chores", headers=h) as r:
            empty = (await r.json()).get("state") == "0"
        if empty:
            for item in ("Take out the bins", "Water the plants"):
                async with s.post(BASE + "/api/services/todo/add_item", headers=h, json={"entity_id": "todo.chores", "item": item}) as r: r.raise_for_status()
        print("areas", {n: a["area_id"] for n, a in areas.items()}, "floors", floors, "entities", len(reg), "states", len(states))

asyncio.run(main())
