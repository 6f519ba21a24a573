vec2 v_uv   : TEXCOORD0 = vec2(0.0, 0.0);
vec3 v_lamp : TEXCOORD1 = vec3(0.0, 0.0, 1.0);
vec3 v_eye  : TEXCOORD2 = vec3(0.0, 0.0, 1.0);

vec3 a_position  : POSITION;
vec3 a_normal    : NORMAL;
vec4 a_color0    : COLOR0;
uvec4 a_indices  : BLENDINDICES;
vec4 a_weight    : BLENDWEIGHT;
vec4 a_tangent   : TANGENT;
vec4 a_bitangent : BITANGENT;
vec2 a_texcoord0 : TEXCOORD0;
vec4 a_texcoord1 : TEXCOORD1;
vec4 a_texcoord2 : TEXCOORD2;

vec4 i_data0     : TEXCOORD7;
vec4 i_data1     : TEXCOORD6;
vec4 i_data2     : TEXCOORD5;
vec4 i_data3     : TEXCOORD4;
vec4 i_data4     : TEXCOORD3;
