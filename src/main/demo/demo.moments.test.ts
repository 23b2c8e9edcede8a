import { moments, tellsTheSameStory } from "./testing.moments.ts";

tellsTheSameStory(moments);
